import { askIdentity } from "@/components/identity/ask-identity";
import type { askToStepUp, stepUp } from "@/lib/contract/identity-account";
import type {
  askToStepUpAtPrivy,
  stepUpAtPrivy as proveAtPrivy,
} from "@/lib/contract/privy-step-up";
import type { useApi } from "./acting-context";

/** How somebody authenticates anew. */
export interface StepUpCalls {
  /** Has a code mailed. @returns names the code that is to be given */
  askForCode(): Promise<string>;
  /** @param flow of a mailed code; undefined for one of an authenticator app */
  prove(code: string, flow: string | undefined): Promise<void>;
}

/** With an account of our own. */
export const stepUpHere: StepUpCalls = {
  async askForCode() {
    const route = { method: "POST", path: "/api/identity/step-up/code" } as const;
    return (await askIdentity<typeof askToStepUp>(route, {})).flow;
  },
  async prove(code, flow) {
    const route = { method: "POST", path: "/api/identity/step-up" } as const;
    await askIdentity<typeof stepUp>(route, flow === undefined ? { code } : { code, flow });
  },
};

/** With an account at Privy, whose tokens do not tell when somebody has authenticated. */
export const stepUpAtPrivy = (api: ReturnType<typeof useApi>): StepUpCalls => ({
  async askForCode() {
    const route = { method: "POST", path: "/v1/auth/privy/step-up/code" } as const;
    return (await api<typeof askToStepUpAtPrivy>(route, {})).flow;
  },
  async prove(code, flow = "") {
    const route = { method: "POST", path: "/v1/auth/privy/step-up" } as const;
    await api<typeof proveAtPrivy>(route, { code, flow });
  },
});

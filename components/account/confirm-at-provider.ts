import type { startConfirming } from "@/lib/contract/identity/identity-providers";
import type { ProviderId } from "@/lib/core/identity/sign-in-providers";
import { StipendError } from "@/sdk/src/errors";
import { askIdentity } from "./ask-identity";
import { addressOfProvider } from "./go-to-provider";

const CHANNEL = "stipend:confirmed";
/** So long a confirmation may take. */
const LIFETIME_MS = 600_000;

/** Tells the other pages of this browser how a confirmation at a provider went. */
export function tellConfirmed(isProved: boolean): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(isProved);
  channel.close();
}

/**
 * Has the person sign in anew at a provider, in a window of its own. Call it from a click: browsers block other windows.
 * @throws StipendError `permission_denied` with `step_up_required`: it came to nothing
 */
export async function confirmAtProvider(provider: string): Promise<void> {
  const popup = window.open("", "stipend-confirm", "popup,width=480,height=720");
  // Whether the window was closed cannot be asked: a provider's page may cut it off from this one.
  const outcome = new Promise<boolean>((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const settle = (isProved: boolean) => {
      clearTimeout(end);
      channel.close();
      resolve(isProved);
    };
    const end = setTimeout(() => settle(false), LIFETIME_MS);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => settle(data === true);
  });
  const route = { method: "POST", path: "/api/identity/step-up/provider" } as const;
  const given = { provider: provider as ProviderId };
  const { confirm } = await askIdentity<typeof startConfirming>(route, given);
  const callbackUrl = `/dashboard/settings/security?confirm=${confirm}`;
  const asked = { provider, callbackUrl, asked: { prompt: "login", max_age: "0" } };
  const address = await addressOfProvider(asked);
  if (popup) popup.location.href = address;
  if (!popup || !(await outcome)) throw unconfirmed();
}

function unconfirmed(): StipendError {
  const details = { reason: "step_up_required" } as const;
  const answer = { code: "permission_denied", message: "Not confirmed.", details } as const;
  return new StipendError(answer, 403, undefined);
}

import type { useApi } from "@/components/dashboard/shell/acting-context";
import type { getAgentConfig, updateAgentConfig } from "@/lib/contract/agents/config";
import type { ReceivedOutput, SentInput } from "@/lib/contract/endpoint";

/** The agent's settings, as the API shows them. */
export type AgentConfig = ReceivedOutput<typeof getAgentConfig>;
export type ConfigChange = SentInput<typeof updateAgentConfig>;

/** The settings as they are stored now. */
export const readConfig = (api: ReturnType<typeof useApi>) =>
  api<typeof getAgentConfig>({ method: "GET", path: "/v1/agents/config" }, {});

/** Changes what is given of the agent's settings. */
export const changeConfig = (api: ReturnType<typeof useApi>, change: ConfigChange) =>
  api<typeof updateAgentConfig>({ method: "PATCH", path: "/v1/agents/config" }, change);

/** US cents as a person types them: 1000.00. */
export const centsText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/**
 * What was typed, in US cents.
 * @returns null for what is no amount with at most two decimals, or is too large
 */
export function typedCents(typed: string): number | null {
  const [, whole, fraction = ""] = /^\s*([0-9]{1,14})(?:[.,]([0-9]{1,2}))?\s*$/.exec(typed) ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** What a merchant's agent can be allowed to do. */
export const agentCapabilities = [
  "identity",
  "recovery",
  "routing",
  "cashflow",
  "commerce",
  "pricing_intelligence",
] as const;
export type AgentCapability = (typeof agentCapabilities)[number];

/** Settings that are kept and never act, because nothing here carries them out. */
export const unavailableFeatures = ["identity", "routing", "autoConvertToYield"] as const;
export type UnavailableFeature = (typeof unavailableFeatures)[number];

/** What the agent's settings list with whether it can act: each capability, and what has a switch of its own. */
export const agentFeatures = [...agentCapabilities, "autoConvertToYield"] as const;
export type AgentFeature = (typeof agentFeatures)[number];

/** Why a feature never acts; null where it does. */
export function unavailableReason(
  feature: AgentFeature,
): `${UnavailableFeature}_unavailable` | null {
  const found = unavailableFeatures.find((name) => name === feature);
  return found ? `${found}_unavailable` : null;
}

/** What a contract of a deployment is for: a deployment has one of each kind at the most. */
export const contractKinds = [
  "registry",
  "processor",
  "refunds",
  "subscriptions",
  "chargeRefunds",
  "escrow",
  "agentTreasury",
] as const;
export type ContractKind = (typeof contractKinds)[number];

/** Those that keep fees until they are swept. */
export const feeContracts = [
  "processor",
  "subscriptions",
  "escrow",
] as const satisfies ContractKind[];
export type FeeContract = (typeof feeContracts)[number];

/** The only version of each kind's contract that this release works with; null where it has none yet. */
export const supportedVersions: Record<ContractKind, number | null> = {
  registry: 1,
  processor: 1,
  refunds: 1,
  subscriptions: 1,
  chargeRefunds: 1,
  escrow: 1,
  agentTreasury: 1,
};

/** What a contract of a deployment is for: a deployment has one of each kind at the most. */
export const contractKinds = [
  "registry",
  "processor",
  "refunds",
  "subscriptions",
  "chargeRefunds",
  "escrow",
] as const;
export type ContractKind = (typeof contractKinds)[number];

/** The versions of each kind's contract that this release works with. */
export const workingVersions: Record<ContractKind, readonly number[]> = {
  registry: [1, 2],
  processor: [1, 2],
  refunds: [1],
  subscriptions: [1],
  chargeRefunds: [1],
  escrow: [],
};

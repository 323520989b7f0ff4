/** What a contract of a deployment is for: a deployment has one of each kind at the most. */
export const contractKinds = [
  "registry",
  "processor",
  "refunds",
  "subscriptions",
  "escrow",
] as const;
export type ContractKind = (typeof contractKinds)[number];

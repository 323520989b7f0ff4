/** Events of a deployment's contracts about fees that left, and about who holds its roles, as the contracts name them. */
export const platformEvents = [
  "FeesSwept",
  "StrayRecovered",
  "TreasuryTransferStarted",
  "TreasuryChangeAnnounced",
  "TreasuryChangeVetoed",
  "TreasuryTransferred",
  "OperatorTransferStarted",
  "OperatorTransferred",
] as const;
export type PlatformEventName = (typeof platformEvents)[number];

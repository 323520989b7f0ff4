import type { Sources } from "./open-sources";
import type { Reading } from "./reading";

/** The refunds that are open. */
export async function refundGauges({ refunds }: Pick<Sources, "refunds">): Promise<Reading[]> {
  const { pending, submitted, submittedSeconds, dueSeconds, lateCharges, unmatched } =
    await refunds();
  return [
    ["refunds", pending, "pending"],
    ["refunds", submitted, "submitted"],
    ["refunds", lateCharges, "late_charge"],
    ["refunds", unmatched, "unmatched"],
    ["refundsOldest", submittedSeconds],
    ["refundsDue", dueSeconds],
  ];
}

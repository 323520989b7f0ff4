import type { Sources } from "./open-sources";
import type { Reading } from "./reading";

/** The refunds that are open. */
export async function refundGauges({ refunds }: Sources): Promise<Reading[]> {
  const { pending, submitted, submittedSeconds, dueSeconds, unmatched } = await refunds();
  return [
    ["refunds", pending, "pending"],
    ["refunds", submitted, "submitted"],
    ["refunds", unmatched, "unmatched"],
    ["refundsOldest", submittedSeconds],
    ["refundsDue", dueSeconds],
  ];
}

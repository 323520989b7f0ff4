import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** They are looked at by the minute. */
const LATE_SECONDS = 300;
/** After a day a hash that nobody knows is given back: what is submitted for longer is stuck. */
const STUCK_SECONDS = 26 * 3_600;

/**
 * Whether refunds are looked at, whether their transactions come to an end, whether late charges are returned, and
 * whether all have a payment.
 */
export async function checkRefunds({ refunds }: Pick<Sources, "refunds">): Promise<Finding> {
  const { submitted, submittedSeconds, dueSeconds, lateCharges, unmatched } = await refunds();
  return combine([
    dueSeconds > LATE_SECONDS
      ? warn(`refunds are not looked at: one has been due for ${spoken(dueSeconds)}`)
      : ok(),
    submittedSeconds > STUCK_SECONDS
      ? warn(`refunds submitted: ${submitted}, the oldest for ${spoken(submittedSeconds)}`)
      : ok(),
    lateCharges > 0
      ? warn(`refunds of late charges that have waited for more than 7 days: ${lateCharges}`)
      : ok(),
    unmatched > 0 ? warn(`refunds on the chain whose payments are not known: ${unmatched}`) : ok(),
  ]);
}

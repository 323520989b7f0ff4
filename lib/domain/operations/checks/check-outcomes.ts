import { type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import { LATE_SECONDS } from "@/lib/domain/operations/stored-state";
import { totalOf } from "@/lib/domain/operations/total-of";

/**
 * Whether the outcome of a payment is unknown for long: signed or sent and in no block, or mined
 * without settling while its signatures can still be executed, which is decided when it is final.
 */
export async function checkOutcomes({ submissions, chains }: Sources): Promise<Finding> {
  const [open, { all }] = await Promise.all([submissions(), chains()]);
  const unknown = open.filter(({ state, failed, chainId, stateSeconds }) => {
    const { expectedFinalSeconds = 0 } = all.find(({ id }) => id === chainId)?.preset ?? {};
    if (state === "mined") return failed && stateSeconds > LATE_SECONDS + expectedFinalSeconds;
    return (state === "signed" || state === "broadcast") && stateSeconds > LATE_SECONDS;
  });
  const { oldest } = totalOf(unknown, ({ stateSeconds }) => stateSeconds);
  const count = unknown.reduce((sum, { late }) => sum + late, 0);
  if (count === 0) return ok();
  return warn(`payments with an unknown outcome: ${count}, the oldest for ${spoken(oldest)}`);
}

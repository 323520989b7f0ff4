import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import { totalOf } from "@/lib/domain/operations/total-of";

const HELD_SECONDS = 60;

/** Whether payments are held because a list or a node does not answer, or wait for a person. */
export async function checkHeld({ submissions, heldSettlements }: Sources): Promise<Finding> {
  const [open, settlements] = await Promise.all([submissions(), heldSettlements()]);
  const held = totalOf(
    open.filter(({ state }) => state === "held"),
    ({ oldestSeconds }) => oldestSeconds,
  );
  const isLong = held.oldest > HELD_SECONDS;
  const since = spoken(settlements.oldestSeconds);
  return combine([
    isLong ? warn(`payments held: ${held.count}, the oldest for ${spoken(held.oldest)}`) : ok(),
    settlements.oldestSeconds > HELD_SECONDS
      ? warn(`settled payments without a screening: ${settlements.count}, the oldest for ${since}`)
      : ok(),
  ]);
}

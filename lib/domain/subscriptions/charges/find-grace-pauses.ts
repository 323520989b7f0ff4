import type { TransactionSql } from "@/db/client";
import type { Pause } from "@/lib/core/subscriptions/recovery";
import type { StoredSubscription } from "./due-renewals";

/** The pauses of a subscription that began in its grace and are over, the first one first. */
export async function findGracePauses(
  tx: TransactionSql,
  { id, pastDueSince }: Pick<StoredSubscription, "id" | "pastDueSince">,
): Promise<Pause[]> {
  if (pastDueSince === null) return [];
  return tx<Pause[]>`
    select paused_at, resumed_at from subscription_pauses
    where subscription_id = ${id} and paused_at >= ${pastDueSince} order by paused_at`;
}

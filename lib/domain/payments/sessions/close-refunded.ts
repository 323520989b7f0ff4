import type { TransactionSql } from "@/db/client";
import { sessionTransitions, sourcesOf } from "@/lib/core/states";

/**
 * The sessions among these that are confirmed become `refunded` where all that they asked for has been returned. The
 * caller has locked their rows.
 */
export async function closeRefunded(tx: TransactionSql, ids: readonly string[]): Promise<void> {
  await tx`
    update payment_sessions set status = 'refunded', closed_at = clock_now()
    where id = any (${[...ids]}) and amount_refunded >= amount
      and status in ${tx(sourcesOf(sessionTransitions, "refunded"))}`;
}

import type { TransactionSql } from "@/db/client";
import { sourcesOf, subscriptionTransitions } from "@/lib/core/states";

/** What one transaction completes: the next final block does the rest. */
const AT_ONCE = 500;

/**
 * Completes subscriptions whose terms match no plan of ours, once their end is behind the chain's final block. Sends no
 * notification, as none was sent when they began. While a contract's history is being booked, what was charged before
 * an end may still be missing.
 */
export async function completeUnlinked(tx: TransactionSql, chainId: number): Promise<void> {
  await tx`
    update subscriptions set status = 'completed', closed_at = clock_now(), attempt_at = null,
      next_charge_at = null
    where id = any (array(
        select s.id from chain_cursors c cross join lateral (
          select id from subscriptions s
          where chain_id = c.chain_id and attempt_at <= c.finalized_at and attempt_at is not null
            and plan_id is null and origin = 'chain' and not exists (
              select from deployment_contracts d
              where d.deployment_id = s.deployment_id and d.kind = 'subscriptions'
                and d.booked_number is not null
            )
          order by attempt_at limit ${AT_ONCE} for no key update skip locked
        ) s
        where c.chain_id = ${chainId}
      ))
      and status in ${tx(sourcesOf(subscriptionTransitions, "completed"))}`;
}

import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { paidStatuses, standingTransactionStatuses } from "@/lib/core/states";

/**
 * Brings what payments say was refunded in line with their completed refunds, and with it what the sessions
 * say that they confirmed. A session that is not paid says nothing of it until a payment confirms it. Their rows are
 * locked by the caller.
 */
export async function countRefunded(
  tx: TransactionSql,
  transactionIds: readonly string[],
): Promise<void> {
  await tx`
    update transactions t set amount_refunded = coalesce((
      select sum(amount) from refunds where transaction_id = t.id and status = 'completed'
    ), 0)
    where id = any (${[...transactionIds]})`;
  // A payment beside the session's own has its refunds for itself. Its own is also one that was held back after it had
  // confirmed the session early.
  await tx`
    update payment_sessions s set amount_refunded = t.amount_refunded
    from transactions t
    where t.id = any (${[...transactionIds]}) and s.id = t.session_id
      and s.status in (${stateList(tx, paidStatuses)})
      and (t.payment_exception in ('none', 'reverted')
        or t.payment_exception = 'screening'
          and t.amount = s.amount and t.token_address = s.token_address
          and not exists (
            select from transactions other
            where other.session_id = s.id and other.payment_exception = 'none'
              and other.status in (${stateList(tx, standingTransactionStatuses)})))`;
}

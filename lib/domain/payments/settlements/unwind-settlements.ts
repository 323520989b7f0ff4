import type { TransactionSql } from "@/db/client";
import { wakes } from "@/lib/core/operations/wakes";
import { paidStatuses, sourcesOf, transactionTransitions } from "@/lib/core/states";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { isUnfinal } from "./unfinal";

/** One that was confirmed, or whose session is, says so while it is out of the chain. */
export function exceptionAfter(tx: TransactionSql) {
  return tx`case when payment_exception = 'none' and (confirmed_at is not null or exists (
      select from payment_sessions s
      where s.id = t.session_id and s.status in ${tx(paidStatuses)}
    )) then 'reverted' else payment_exception end`;
}

/**
 * Takes back what was seen in a block that is no longer part of the chain: its transactions are
 * `reorged` until their payment is mined again. A session shows what its transactions show, so there
 * is nothing to take back there. The relay is woken to look after what it had sent.
 */
export async function unwindSettlements(
  tx: TransactionSql,
  { chainId, blockNumber }: { chainId: number; blockNumber: bigint },
): Promise<void> {
  const { count } = await tx`
    update transactions t set status = 'reorged', payment_exception = ${exceptionAfter(tx)}
    where t.chain_id = ${chainId} and t.block_number = ${blockNumber} and ${isUnfinal(tx)}
      and t.status in ${tx(sourcesOf(transactionTransitions, "reorged"))}`;
  if (count > 0) await wake(tx, wakes.relay, { chainId });
}

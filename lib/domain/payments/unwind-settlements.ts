import type { TransactionSql } from "@/db/client";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";

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
    update transactions set status = 'reorged'
    where chain_id = ${chainId} and block_number = ${blockNumber}
      and status in ${tx(sourcesOf(transactionTransitions, "reorged"))}`;
  if (count > 0) await wake(tx, wakes.relay, { chainId });
}

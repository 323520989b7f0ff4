import type { TransactionSql } from "@/db/client";
import { countRefunded } from "./count-refunded";
import { obstacleAgain } from "./relayed/authorization-rows";

/**
 * Takes back the refunds above a height: they are `submitted` again until the chain has them, and their part of
 * the payment stays taken. What another transaction had made needless is sent again. Sessions keep their status and nothing is sent, as with payments. Call it before
 * payments are taken back.
 * @returns the refunds' ids
 */
export async function takeBackRefunds(
  tx: TransactionSql,
  { chainId, above }: { chainId: number; above: bigint },
): Promise<string[]> {
  const lost = tx`
    select transaction_id from refunds
    where chain_id = ${chainId} and block_number > ${above} and status = 'completed'`;
  await tx`
    select from payment_sessions
    where id = any (array(select session_id from transactions where id in (${lost})))
    order by id for no key update`;
  await tx`select from transactions where id in (${lost}) order by id for no key update`;
  const rows = await tx<{ id: string; transactionId: string }[]>`
    update refunds set status = 'submitted', tx_hash = null, log_index = null, block_number = null,
      closed_at = null, over_refunded = false,
      due_at = case when refund_tx_hash is not null then clock_now() end
    where chain_id = ${chainId} and block_number > ${above}
      and status = 'completed'
    returning id, transaction_id`;
  const ids = rows.map(({ id }) => id);
  await tx`
    update refund_authorizations a set state = 'queued',
      obstacle = ${obstacleAgain(tx, { rounds: 0, failure: null })}, wallet = null, tx_hash = null,
      next_check_at = null, updated_at = clock_now()
    where a.refund_id = any (${ids}) and a.state = 'superseded'`;
  await countRefunded(
    tx,
    rows.map(({ transactionId }) => transactionId),
  );
  return ids;
}

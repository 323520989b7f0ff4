import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { Bytes32 } from "@/lib/core/hex";
import { sourcesOf, submissionTransitions } from "@/lib/core/states";

/** A transaction whose block is final. */
export interface FinalTransaction {
  id: string;
  deploymentId: string;
  paymentId: Bytes32 | null;
  txHash: Bytes32;
}

const open = new Set([
  ...sourcesOf(submissionTransitions, "confirmed"),
  ...sourcesOf(submissionTransitions, "superseded"),
]);

/**
 * Closes the relay's submissions whose settlement is final: `confirmed` when one of our own attempts
 * settled it, `superseded` when somebody else's transaction did. Either way the payer's authorization
 * is used up by the payment that it was for.
 */
export async function closeSubmissions(
  tx: TransactionSql,
  transactions: readonly FinalTransaction[],
): Promise<void> {
  const rows = transactions.map(({ id, deploymentId, paymentId, txHash }) => ({
    id,
    deploymentId,
    paymentId,
    txHash,
  }));
  if (rows.length === 0) return;
  const closed = await tx<{ id: string }[]>`
    with closing as materialized (
      select b.id, t.id as transaction_id, hex_bytes(t."txHash") as hash
      from json_to_recordset(${asRows(rows)}::text::json)
        as t(id text, "deploymentId" text, "paymentId" text, "txHash" text)
      join relay_submissions b on b.deployment_id = t."deploymentId"
        and b.payment_id = hex_bytes(t."paymentId") and b.state in ${tx([...open])}
      order by b.id for update of b
    )
    update relay_submissions b
    set state = case
        when exists (select from relay_attempts a where a.hash = c.hash) then 'confirmed'
        else 'superseded'
      end,
      tx_hash = c.hash, transaction_id = c.transaction_id, failure_code = null,
      next_check_at = null, closed_at = now(), updated_at = now()
    from closing c where b.id = c.id
    returning b.id`;
  if (closed.length === 0) return;
  await tx`
    update relay_batch_items set open = false
    where submission_id = any (${closed.map(({ id }) => id)}) and open`;
}

import type { TransactionSql } from "@/db/client";
import { sourcesOf, submissionTransitions } from "@/lib/core/states";

/**
 * Closes the relay's submissions whose settlement is final: `confirmed` when one of our own attempts
 * settled it, `superseded` when somebody else's transaction did. Either way the payer's authorization
 * is used up by the payment that it was for.
 * @param transactionIds transactions whose blocks are final
 */
export async function closeSubmissions(
  tx: TransactionSql,
  transactionIds: readonly string[],
): Promise<void> {
  const sources = new Set([
    ...sourcesOf(submissionTransitions, "confirmed"),
    ...sourcesOf(submissionTransitions, "superseded"),
  ]);
  const closed = await tx<{ id: string }[]>`
    update relay_submissions b
    set state = case when a.hash is null then 'superseded' else 'confirmed' end,
      tx_hash = t.tx_hash, transaction_id = t.id, failure_code = null, next_check_at = null,
      closed_at = now(), updated_at = now()
    from transactions t left join relay_attempts a on a.hash = t.tx_hash
    where t.id = any (${[...transactionIds]})
      and b.deployment_id = t.deployment_id and b.payment_id = t.payment_id
      and b.state in ${tx([...sources])}
    returning b.id`;
  if (closed.length === 0) return;
  await tx`
    update relay_batch_items set open = false
    where submission_id = any (${closed.map(({ id }) => id)}) and open`;
}

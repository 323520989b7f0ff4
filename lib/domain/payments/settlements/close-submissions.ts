import type { TransactionSql } from "@/db/client";
import { sourcesOf, submissionTransitions } from "@/lib/core/states";
import { settlesOtherwise } from "./settles-otherwise";

/** A transaction whose block is final. */
export interface FinalTransaction {
  id: string;
}

const open = new Set([
  ...sourcesOf(submissionTransitions, "confirmed"),
  ...sourcesOf(submissionTransitions, "superseded"),
]);

/**
 * Closes the relay's submissions whose settlement is final: `confirmed` when one of our own attempts settled it,
 * `superseded` when another sender's transaction did. Either way the payer's authorization is used up by the payment
 * that it was for.
 */
export async function closeSubmissions(
  tx: TransactionSql,
  transactions: readonly FinalTransaction[],
): Promise<void> {
  const ids = transactions.map(({ id }) => id);
  if (ids.length === 0) return;
  const closed = await tx<{ id: string }[]>`
    with settled as materialized (
      select t.id as transaction_id, t.tx_hash as hash, coalesce(
        nullif(array(${ofPayment(tx)}), '{}'), array(${ofOtherForm(tx)})
      ) as submissions
      from transactions t where t.id = any (${ids}::text[])
    ), closing as materialized (
      select b.id, t.transaction_id, t.hash
      from settled t join relay_submissions b on b.id = any (t.submissions)
      where b.state in ${tx([...open])}
      order by b.id for no key update of b
    )
    update relay_submissions b
    set state = case
        when exists (select from relay_attempts a where a.hash = c.hash) then 'confirmed'
        else 'superseded'
      end,
      tx_hash = c.hash, transaction_id = c.transaction_id, failure_code = null,
      next_check_at = null, closed_at = clock_now(), updated_at = clock_now()
    from closing c where b.id = c.id
    returning b.id`;
  if (closed.length === 0) return;
  await tx`
    update relay_batch_items set open = false
    where submission_id = any (${closed.map(({ id }) => id)}) and open`;
}

function ofPayment(tx: TransactionSql) {
  return tx`
    select b.id from relay_submissions b
    where b.deployment_id = t.deployment_id and b.payment_id = t.payment_id`;
}

/** Where the relay has no submission of the payment: of the payer's open ones that with the same authorization. */
function ofOtherForm(tx: TransactionSql) {
  return tx`
    select b.id from relay_open_submissions o join relay_submissions b on b.id = o.submission_id
    where o.account = t.chain_id || ':0x' || encode(t.from_address, 'hex')
      and ${settlesOtherwise(tx, "b")}`;
}

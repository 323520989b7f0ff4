import type { TransactionSql } from "@/db/client";
import { sourcesOf, submissionTransitions } from "@/lib/core/states";
import type { EnrolmentEvent } from "./subscription-event";

const open = new Set([
  ...sourcesOf(submissionTransitions, "confirmed"),
  ...sourcesOf(submissionTransitions, "superseded"),
]);

/**
 * Closes the relay's submission of an enrolment that is final: `confirmed` when one of our own attempts made it,
 * `superseded` when another sender's transaction did.
 */
export async function closeSubmission(
  tx: TransactionSql,
  { deploymentId, onchainId, txHash }: EnrolmentEvent,
): Promise<void> {
  const closed = await tx<{ id: string }[]>`
    update relay_submissions b
    set state = case
        when exists (select from relay_attempts a where a.hash = ${txHash}) then 'confirmed'
        else 'superseded'
      end,
      tx_hash = ${txHash}, failure_code = null, next_check_at = null, closed_at = clock_now(),
      updated_at = clock_now()
    where b.deployment_id = ${deploymentId} and b.payment_id = ${onchainId}
      and b.kind = 'subscription' and b.state in ${tx([...open])}
    returning b.id`;
  if (closed.length === 0) return;
  await tx`
    update relay_batch_items set open = false
    where submission_id = any (${closed.map(({ id }) => id)}) and open`;
}

import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { deadSubmissionStates } from "@/lib/core/states";

/**
 * What proves the terms of transaction `t`, from the relay's submission: that is removed one day, and a refund
 * needs it however late. Submissions that ended without a settlement come last.
 */
export function paymentProof(tx: TransactionSql) {
  return tx`(
    select s.intent_signature, case when s.salt is null then s.auth_nonce end, s.salt
    from relay_submissions s
    where s.deployment_id = t.deployment_id and s.payment_id = t.payment_id
    order by s.state in (${stateList(tx, deadSubmissionStates)}), s.created_at desc limit 1
  )`;
}

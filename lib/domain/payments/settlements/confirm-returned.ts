import type { TransactionSql } from "@/db/client";
import { heldTransactionAfter } from "@/lib/core/hold-states";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import { paymentProof } from "./payment-proof";

/**
 * Confirms the transactions among those held up that their merchant has decided to return: each keeps the exception
 * `screening` and confirms no session, and can be refunded from then on. One that a deep reorganisation took out of the
 * chain comes back the same way. A repetition changes nothing.
 * @returns how many were confirmed
 */
export async function confirmReturned(tx: TransactionSql, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await tx`
    update transactions t set status = ${heldTransactionAfter.refunded},
      confirmed_at = coalesce(t.confirmed_at, clock_now()),
      (intent_signature, intent_nonce, salt) = ${paymentProof(tx)}
    where t.id = any (${[...ids]}) and t.payment_exception = 'screening'
      and t.status in ${tx(sourcesOf(transactionTransitions, heldTransactionAfter.refunded))}
      and exists (
        select from screening_decisions d where d.resource_id = t.id and d.decision = 'refunded'
      )`;
  return count;
}

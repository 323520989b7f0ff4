import type { TransactionSql } from "@/db/client";
import { finalStatesOf, submissionTransitions } from "@/lib/core/states";
import { isSettlementOf } from "@/lib/domain/payments/is-settlement-of";
import {
  inShortTransaction,
  oldRows,
  type PageRow,
  pageEnd,
  type RetentionTask,
} from "./retention-task";

/**
 * Relay submissions that have ended. One whose settlement, in whichever form of its authorization, is not
 * confirmed stays: it says that the payment was relayed in time. What proves the payment's terms is kept
 * with the transaction.
 */
export const removeSubmissions: RetentionTask = {
  name: "relay_submissions",
  resumes: false,
  removeSlice: async (db, { RETENTION_SUBMISSION_DAYS }, after) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        select id, created_at as at from relay_submissions
        ${oldRows(tx, RETENTION_SUBMISSION_DAYS, after)}`;
      const ended = await lockEnded(
        tx,
        page.map((row) => row.id),
        RETENTION_SUBMISSION_DAYS,
      );
      await keepProofs(tx, ended);
      await tx`delete from relay_batch_items where submission_id = any (${ended})`;
      await tx`delete from relay_submissions where id = any (${ended})`;
      return { removed: ended.length, ...pageEnd(page), waits: false };
    }),
};

/** They are found by their age; it is their end that is long ago enough. */
async function lockEnded(
  tx: TransactionSql,
  ids: readonly string[],
  days: number,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select s.id from relay_submissions s
    where s.id = any (${[...ids]}) and s.closed_at < clock_now() - ${days} * interval '1 day'
      and s.state in ${tx(finalStatesOf(submissionTransitions))}
      and not exists (
        select from transactions t
        where ${isSettlementOf(tx, tx`s.deployment_id`, tx`s.payment_id`)} and t.status <> 'confirmed'
      )
      and not exists (
        select from transactions t where t.id = s.transaction_id and t.status <> 'confirmed'
      )
    order by s.id for update of s skip locked`;
  return rows.map(({ id }) => id);
}

async function keepProofs(tx: TransactionSql, ids: readonly string[]): Promise<void> {
  await tx`
    update transactions t set intent_signature = s.intent_signature, salt = s.salt,
      intent_nonce = case when s.salt is null then s.auth_nonce end
    from relay_submissions s
    where s.id = any (${[...ids]}) and t.intent_nonce is null and t.salt is null
      and ${isSettlementOf(tx, tx`s.deployment_id`, tx`s.payment_id`)}`;
}

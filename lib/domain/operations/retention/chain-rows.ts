import type { TransactionSql } from "@/db/client";
import type { Hex } from "@/lib/core/chain/hex";
import { finalStatesOf, submissionTransitions } from "@/lib/core/states";
import { isUnpaid } from "@/lib/domain/payments/sessions/unpaid";
import { isSettlementOf } from "@/lib/domain/payments/settlements/is-settlement-of";
import {
  inShortTransaction,
  oldRows,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Signed bytes of nonces that were used up at a final block. Hash, fees and nonce stay. */
export const removeRawTransactions: RetentionTask = {
  name: "raw_transactions",
  resumes: false,
  removeSlice: async (db, { RETENTION_RAW_TRANSACTION_DAYS }, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const before = tx`clock_now() - ${RETENTION_RAW_TRANSACTION_DAYS} * interval '1 day'`;
      const page = await tx<(PageRow & { id: Hex })[]>`
        select hash as id, created_at as at from relay_attempts
        where raw is not null and created_at < ${before} and (created_at, hash) > (${at}, ${id || "0x"})
        order by created_at, hash limit ${sliceRows}`;
      const { count } = await tx`
        update relay_attempts a set raw = null
        from (
          select a.hash from relay_attempts a join relay_batches b on b.id = a.batch_id
          where a.hash = any (${page.map((row) => row.id)})
            and b.state = 'consumed' and b.consumed_at < ${before}
          order by a.hash for update of a skip locked
        ) ended
        where a.hash = ended.hash`;
      return { removed: count, ...pageEnd(page), waits: false };
    }),
};

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

/** Nothing that was signed can be executed any more; these are left to look back at. */
const SIGNING_REQUEST_DAYS = 7;

/**
 * What payers were asked to sign, once their sessions are closed and the final block is past the time of
 * what they signed.
 */
export const removeSigningRequests: RetentionTask = {
  name: "signing_requests",
  resumes: false,
  removeSlice: async (db, _config, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        select session_id as id, valid_before as at from signing_requests
        where valid_before < clock_now() - ${SIGNING_REQUEST_DAYS} * interval '1 day'
          and (valid_before, session_id) > (${at}, ${id})
        order by valid_before, session_id limit ${sliceRows}`;
      const removed = await tx`
        delete from signing_requests r
        using payment_sessions s, deployments d, chain_cursors c
        where r.session_id = any (${page.map((row) => row.id)})
          and r.valid_before < clock_now() - ${SIGNING_REQUEST_DAYS} * interval '1 day'
          and s.id = r.session_id and not (${isUnpaid(tx)})
          and d.id = s.deployment_id and c.chain_id = d.chain_id
          and c.finalized_at > r.valid_before`;
      return { removed: removed.count, ...pageEnd(page), waits: false };
    }),
};

const PAUSE_DAYS = 90;

/**
 * Pauses that ended long ago at a final block. Those stay of which a charge waits for its screening: it is judged by its
 * block's time when it is released. Those stay too that made a charge late: it is judged again where its block is read
 * again.
 */
export const removePauses: RetentionTask = {
  name: "subscription_pauses",
  resumes: false,
  removeSlice: async (db, _config, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        select subscription_id as id, resumed_at as at from subscription_pauses
        where resumed_at < clock_now() - ${PAUSE_DAYS} * interval '1 day'
          and (resumed_at, subscription_id) > (${at}, ${id})
        order by resumed_at, subscription_id limit ${sliceRows}`;
      const removed = await tx`
        delete from subscription_pauses p
        using subscriptions s, chain_cursors c
        where p.subscription_id = any (${page.map((row) => row.id)})
          and p.resumed_at < clock_now() - ${PAUSE_DAYS} * interval '1 day'
          and s.id = p.subscription_id and c.chain_id = s.chain_id
          and c.finalized_at > p.resumed_at and not exists (
            select from transactions t
            where t.subscription_id = s.id
              and ((t.payment_exception = 'screening' and t.status = 'pending')
                or (t.payment_exception = 'late' and t.block_timestamp >= p.paused_at
                  and t.block_timestamp < p.resumed_at))
          )`;
      return { removed: removed.count, ...pageEnd(page), waits: false };
    }),
};

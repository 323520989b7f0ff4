import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import {
  type ExceptionKind,
  paidStatuses,
  type SessionStatus,
  sourcesOf,
  transactionTransitions,
} from "@/lib/core/states";
import { proveEmails } from "@/lib/domain/payments/customers/prove-emails";
import type { Context } from "@/lib/domain/platform/context";
import { addCustomers } from "./add-customers";
import { closeSubmissions, type FinalTransaction } from "./close-submissions";
import { confirmReturned } from "./confirm-returned";
import { confirmSessions } from "./confirm-sessions";
import { findRelayed } from "./find-relayed";
import { judgeSettlement } from "./judge-settlement";
import { queuePaymentMails } from "./payment-mails";
import { paymentProof } from "./payment-proof";

type Viewer = Pick<Context, "chains" | "config" | "modules">;

/**
 * Makes settlements of final blocks count: their transactions become `confirmed`, the sessions that
 * they pay are confirmed with the on-chain payer as customer and say so with `payment.completed`, and
 * the relay's submissions for them are closed. Those whose payer was not cleared are held up instead:
 * the transaction gets the exception `screening` and nothing is confirmed, though the submission is
 * closed, since its authorization is used up.
 * A settlement above the chain's finalised block is left alone, even when the caller believes it final, and so is one
 * that is not waiting any more: a repetition changes nothing. While the finalised block is in doubt nothing is
 * confirmed.
 * @param verdicts ids of transactions
 */
export async function confirmSettlements(
  ctx: Viewer,
  tx: TransactionSql,
  verdicts: { cleared: readonly string[]; held: readonly string[] },
): Promise<void> {
  if (verdicts.cleared.length > 0) await confirmCleared(ctx, tx, [...verdicts.cleared]);
  if (verdicts.held.length > 0) await holdUp(tx, [...verdicts.held]);
}

/** A final settlement, judged. */
interface Verdict extends FinalRow {
  exception: ExceptionKind;
  /** The session that the settlement confirms. */
  confirms: string | null;
  /** Its payer gave an e-mail. */
  hasEmail: boolean;
}

async function confirmCleared(ctx: Viewer, tx: TransactionSql, ids: string[]): Promise<void> {
  const judged = await judgeFinal(tx, ids);
  if (judged.length === 0) return;
  const proving = judged.flatMap(({ id, hasEmail }) => (hasEmail ? [id] : []));
  if (proving.length > 0) await proveEmails(tx, proving);
  const payers = await addCustomers(tx, judged, ({ confirms }) => confirms !== null);
  const rows = judged.map((verdict) => ({
    id: verdict.id,
    exception: verdict.exception,
    customerId: payers.get(verdict) ?? null,
    sessionId: verdict.confirms,
    amountRefunded: verdict.amountRefunded,
  }));
  const paid = rows.flatMap(({ sessionId, customerId, amountRefunded }) =>
    sessionId === null ? [] : [{ sessionId, customerId, amountRefunded }],
  );
  await pipelined([
    () => confirmTransactions(tx, rows),
    () => closeSubmissions(tx, judged),
    () => confirmSessions(ctx, tx, paid),
  ]);
  const told = judged.filter(({ exception, sessionId }) => exception === "none" && sessionId);
  await queuePaymentMails(
    tx,
    told.map(({ id }) => id),
  );
}

async function confirmTransactions(tx: TransactionSql, rows: readonly object[]): Promise<void> {
  const { count } = await tx`
    update transactions t set status = 'confirmed', confirmed_at = clock_now(),
      payment_exception = j.exception, customer_id = j."customerId",
      (intent_signature, intent_nonce, salt) = ${paymentProof(tx)}
    from json_to_recordset(${asRows(rows)}::text::json)
      as j(id text, exception text, "customerId" text)
    where t.id = j.id and t.status in ${tx(sourcesOf(transactionTransitions, "confirmed"))}`;
  if (count !== rows.length) throw new Error("a settlement changed while its row was locked");
}

interface FinalRow {
  id: string;
  deploymentId: string;
  paymentId: Bytes32 | null;
  merchantId: string;
  mode: string;
  payer: Address;
  txHash: Bytes32;
  amount: bigint;
  amountRefunded: bigint;
  token: Address;
  blockTimestamp: Date;
  sessionId: string | null;
}

interface AskedRow {
  id: string;
  amount: bigint;
  tokenAddress: Address;
  status: SessionStatus;
  expiresAt: Date;
  invoiceId: string | null;
  hasEmail: boolean;
  lost: boolean;
}

/**
 * Judged again, in the chain's order and under the sessions' locks: a session may have been closed or
 * paid since the settlement was seen.
 */
async function judgeFinal(tx: TransactionSql, ids: string[]): Promise<Verdict[]> {
  const sessions = await tx<AskedRow[]>`
    select id, amount, token_address, status, expires_at, invoice_id, receipt_email is not null as has_email,
      case when status in ${tx(paidStatuses)} then not exists (
        select from transactions t
        where t.session_id = s.id and t.payment_exception = 'none' and t.status = 'confirmed'
      ) else false end as lost
    from payment_sessions s
    where id = any (array(select session_id from transactions where id = any (${ids})))
    order by id for no key update`;
  const rows = await tx<FinalRow[]>`
    select t.id, t.deployment_id, t.payment_id, t.merchant_id, t.mode, t.from_address as payer,
      t.tx_hash, t.amount, t.amount_refunded, t.token_address as token, t.block_timestamp,
      t.session_id
    from transactions t
    join chain_cursors c on c.chain_id = t.chain_id and t.block_number <= c.finalized_number
      and c.halted_reason is null and c.doubt_since is null
    where t.id = any (${ids}) and t.status = 'pending'
    order by t.block_number, t.log_index
    for no key update of t`;
  const asked = new Map(sessions.map((session) => [session.id, session]));
  const relayed = await findRelayed(
    tx,
    rows.flatMap(({ sessionId, blockTimestamp }) => {
      const session = asked.get(sessionId ?? "");
      return session && blockTimestamp > session.expiresAt ? session.id : [];
    }),
  );
  const taken = new Set<string>();
  return rows.map((row) => {
    const session = asked.get(row.sessionId ?? "");
    if (!session) return { ...row, exception: "none", confirms: null, hasEmail: false };
    const exception = judgeSettlement(row, {
      ...session,
      taken: taken.has(session.id),
      relayed: relayed.has(`${session.id} ${row.paymentId}`),
    });
    if (exception !== "none") return { ...row, exception, confirms: null, hasEmail: false };
    taken.add(session.id);
    // What it paid for was confirmed before the chain lost it, and that was told.
    const confirms = session.lost ? null : session.id;
    return { ...row, exception, confirms, hasEmail: session.hasEmail };
  });
}

async function holdUp(tx: TransactionSql, ids: string[]): Promise<void> {
  const rows = await tx<FinalTransaction[]>`
    update transactions t set payment_exception = 'screening'
    from chain_cursors c
    where t.id = any (${ids}) and t.status = 'pending' and t.payment_exception <> 'screening'
      and c.chain_id = t.chain_id and t.block_number <= c.finalized_number
    returning t.id`;
  await closeSubmissions(tx, rows);
  await confirmReturned(
    tx,
    rows.map(({ id }) => id),
  );
}

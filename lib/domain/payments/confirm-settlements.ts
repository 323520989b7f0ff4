import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { Address } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import {
  type ExceptionKind,
  type SessionStatus,
  sessionTransitions,
  sourcesOf,
  transactionTransitions,
} from "@/lib/core/states";
import type { Context } from "@/lib/domain/context";
import { recordEvents } from "@/lib/domain/events/record-events";
import { type SessionRow, selectSessions } from "@/lib/domain/payment-sessions/session-rows";
import { sessionSnapshot } from "@/lib/domain/payment-sessions/view";
import { closeSubmissions } from "./close-submissions";
import { judgeSettlement } from "./judge-settlement";
import { relayedForSession } from "./relayed-for-session";

type Viewer = Pick<Context, "chains" | "config">;

interface Verdict {
  id: string;
  exception: ExceptionKind;
  /** The session that the settlement confirms. */
  sessionId: string | null;
}

/**
 * Makes settlements of final blocks count: their transactions become `confirmed`, the sessions that
 * they pay are confirmed with the on-chain payer as customer and say so with `payment.completed`, and
 * the relay's submissions for them are closed. Those whose payer was not cleared are held up instead:
 * the transaction gets the exception `screening` and nothing is confirmed, though the submission is
 * closed, since its authorization is used up.
 * A settlement above the chain's finalised block is left alone, whatever the caller believes, and so is
 * one that is not waiting any more: a repetition changes nothing.
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

async function confirmCleared(ctx: Viewer, tx: TransactionSql, ids: string[]): Promise<void> {
  await lockSessions(tx, ids);
  const judged = await judgeFinal(tx, ids);
  if (judged.length === 0) return;
  const paid = judged.filter((one) => one.sessionId !== null);
  await addCustomers(tx, paid);
  const { count } = await tx`
    update transactions t set status = 'confirmed', confirmed_at = now(),
      payment_exception = j.exception,
      customer_id = (
        select c.id from customers c where c.merchant_id = t.merchant_id and c.mode = t.mode
          and c.wallet_address = t.from_address
      )
    from json_to_recordset(${asRows(judged)}::text::json) as j(id text, exception text)
    where t.id = j.id and t.status in ${tx(sourcesOf(transactionTransitions, "confirmed"))}`;
  if (count !== judged.length)
    throw new Error("a settlement was confirmed under the lock of its session");
  await closeSubmissions(
    tx,
    judged.map((one) => one.id),
  );
  if (paid.length > 0) await confirmSessions(ctx, tx, paid);
}

/** In the order of their ids: whoever takes several takes them in the same order. */
async function lockSessions(tx: TransactionSql, ids: string[]): Promise<void> {
  await tx`
    select s.id from payment_sessions s
    where s.id in (select session_id from transactions where id = any (${ids}))
    order by s.id for update`;
}

type FinalRow = {
  id: string;
  amount: bigint;
  token: Address;
  blockTimestamp: Date;
  sessionId: string | null;
  askedAmount: bigint;
  askedToken: Address;
  sessionStatus: SessionStatus;
  expiresAt: Date;
  relayed: boolean;
};

/** Judged again under the sessions' locks, since a session may have been closed or paid meanwhile. */
async function judgeFinal(tx: TransactionSql, ids: string[]): Promise<Verdict[]> {
  const rows = await tx<FinalRow[]>`
    select t.id, t.amount, t.token_address as token, t.block_timestamp, t.session_id,
      s.amount as asked_amount, s.token_address as asked_token, s.status as session_status,
      s.expires_at, exists (
        ${relayedForSession(tx)}
          and b.deployment_id = t.deployment_id and b.payment_id = t.payment_id
      ) as relayed
    from transactions t
    join chain_cursors c on c.chain_id = t.chain_id and t.block_number <= c.finalized_number
    left join payment_sessions s on s.id = t.session_id
    where t.id = any (${ids}) and t.status = 'pending'
    order by t.block_number, t.log_index
    for update of t`;
  const taken = new Set<string>();
  return rows.map((row) => judge(row, taken));
}

function judge(row: FinalRow, taken: Set<string>): Verdict {
  const { id, sessionId } = row;
  if (sessionId === null) return { id, exception: "none", sessionId: null };
  const exception = judgeSettlement(row, {
    amount: row.askedAmount,
    tokenAddress: row.askedToken,
    status: row.sessionStatus,
    expiresAt: row.expiresAt,
    relayed: row.relayed,
    taken: taken.has(sessionId),
  });
  if (exception !== "none") return { id, exception, sessionId: null };
  taken.add(sessionId);
  return { id, exception, sessionId };
}

/** The customer of a paid session is who paid on chain; what the merchant set stays. */
async function addCustomers(tx: TransactionSql, paid: readonly Verdict[]): Promise<void> {
  if (paid.length === 0) return;
  const rows = paid.map(({ id }) => ({ id, customerId: newId("customer") }));
  await tx`
    insert into customers (id, merchant_id, mode, wallet_address)
    select distinct on (t.merchant_id, t.mode, t.from_address)
      p."customerId", t.merchant_id, t.mode, t.from_address
    from json_to_recordset(${asRows(rows)}::text::json) as p(id text, "customerId" text)
    join transactions t on t.id = p.id
    order by t.merchant_id, t.mode, t.from_address
    on conflict (merchant_id, mode, wallet_address) do nothing`;
}

async function confirmSessions(
  ctx: Viewer,
  tx: TransactionSql,
  paid: readonly Verdict[],
): Promise<void> {
  const { count } = await tx`
    update payment_sessions s set status = 'confirmed', confirmed_at = now(),
      customer_id = t.customer_id
    from json_to_recordset(${asRows(paid)}::text::json) as p(id text, "sessionId" text)
    join transactions t on t.id = p.id
    where s.id = p."sessionId" and s.status in ${tx(sourcesOf(sessionTransitions, "confirmed"))}`;
  if (count !== paid.length) throw new Error("a session changed while its row was locked");
  const ids = paid.flatMap(({ sessionId }) => sessionId ?? []);
  const rows = await tx<SessionRow[]>`${selectSessions(tx)} where s.id = any (${ids})`;
  const bySession = new Map(rows.map((row) => [row.id, row]));
  const ordered = ids.flatMap((id) => bySession.get(id) ?? []);
  await recordEvents(
    tx,
    ordered.map((row) => ({
      merchantId: row.merchantId,
      mode: row.mode,
      type: "payment.completed",
      resource: { type: "payment_session", id: row.id },
      object: sessionSnapshot(ctx, row),
    })),
  );
}

async function holdUp(tx: TransactionSql, ids: string[]): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    update transactions t set payment_exception = 'screening'
    from chain_cursors c
    where t.id = any (${ids}) and t.status = 'pending' and t.payment_exception <> 'screening'
      and c.chain_id = t.chain_id and t.block_number <= c.finalized_number
    returning t.id`;
  if (rows.length > 0)
    await closeSubmissions(
      tx,
      rows.map(({ id }) => id),
    );
}

import { type TransactionSql, transaction } from "@/db/client";
import { invalidState, notFound } from "@/lib/core/errors";
import { openSubmissionStates, sessionTransitions, sourcesOf } from "@/lib/core/states";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { recordEvent } from "@/lib/domain/events/record-event";
import { type SessionRow, selectSessions } from "./session-rows";
import { type SessionView, sessionSnapshot, viewSession } from "./view";

/**
 * Locks a session's row: submission, cancel, expire, void and confirm all take this lock first, so
 * that only one of them can win. The view is read after the lock is held: a lock that waited would
 * otherwise return the joined rows of an older snapshot.
 */
export async function lockSession(
  tx: TransactionSql,
  sessionId: string,
): Promise<SessionRow | undefined> {
  await tx`select 1 from payment_sessions where id = ${sessionId} for update`;
  const [row] = await tx<SessionRow[]>`${selectSessions(tx)} where s.id = ${sessionId}`;
  return row;
}

/** Whether a payment for the session is under way: relayed, or mined and not final. */
export function isPaymentInFlight(row: SessionRow): boolean {
  return row.relayed || row.transactionStatus === "pending";
}

/**
 * Cancels or expires a locked session and says so with `payment.failed`. A held submission is closed
 * with it, since nothing was signed for it.
 * @throws Refusal `session_invalid_state`: the session is already closed, or a payment is in flight
 * (`payment_in_flight`)
 */
export async function closeSession(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  row: SessionRow,
  target: "cancelled" | "expired",
): Promise<SessionRow> {
  const sources = sourcesOf(sessionTransitions, target);
  if (!sources.includes(row.status)) {
    throw invalidState(`The session is ${row.status}.`, {
      currentStatus: row.status,
      reason: row.status === "confirmed" ? "already_paid" : "already_closed",
    });
  }
  if ((await hasUnheldSubmission(tx, row.id)) || row.transactionStatus === "pending") {
    throw invalidState("A payment for this session is on its way.", {
      currentStatus: row.status,
      reason: "payment_in_flight",
    });
  }
  await tx`
    update relay_submissions set state = 'rejected', failure_code = 'session_closed',
      closed_at = now(), updated_at = now()
    where session_id = ${row.id} and state = 'held'`;
  // A payment that is mined later is late, also where the merchant ended the session early.
  const [ended] = await tx<Pick<SessionRow, "expiresAt">[]>`
    update payment_sessions set status = ${target}, closed_at = now(),
      expires_at = least(expires_at, now())
    where id = ${row.id} and status in ${tx(sources)}
    returning expires_at`;
  const closed: SessionRow = { ...row, ...ended, status: target, relayed: false, relayHash: null };
  await recordEvent(tx, {
    merchantId: row.merchantId,
    mode: row.mode,
    type: "payment.failed",
    resource: { type: "payment_session", id: row.id },
    object: sessionSnapshot(ctx, closed),
  });
  return closed;
}

async function hasUnheldSubmission(tx: TransactionSql, sessionId: string): Promise<boolean> {
  const states = openSubmissionStates.filter((state) => state !== "held");
  const rows = await tx`
    select 1 from relay_submissions where session_id = ${sessionId} and state in ${tx(states)}`;
  return rows.length > 0;
}

/** Closes one of the merchant's own sessions. */
export async function closeOwnSession(
  ctx: Context<MerchantActor>,
  id: string,
  target: "cancelled" | "expired",
): Promise<SessionView> {
  const { merchantId, mode } = ctx.actor;
  return transaction(ctx.db, async (tx) => {
    const [own] = await tx`
      select 1 from payment_sessions
      where id = ${id} and merchant_id = ${merchantId} and mode = ${mode}`;
    const row = own && (await lockSession(tx, id));
    if (!row) throw notFound("payment session");
    return viewSession(ctx, await closeSession(ctx, tx, row, target));
  });
}

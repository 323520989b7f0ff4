import type { TransactionSql } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import { type InvoiceStatus, openSessionStatuses, type SessionStatus } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { isSessionBeingPaid, refuseBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { releaseUnlessExecutable } from "./release-sessions";
import { type SessionRow, selectSessions } from "./session-rows";
import { sessionSnapshot } from "./view";

/**
 * Locks a session's row: submission, cancel, expire, void and confirm all take this lock first, so
 * that only one of them can win. The view is read after the lock is held: a lock that waited would
 * otherwise return the joined rows of an older snapshot.
 */
export async function lockSession(
  tx: TransactionSql,
  sessionId: string,
): Promise<SessionRow | undefined> {
  await tx`select 1 from payment_sessions where id = ${sessionId} for no key update`;
  const [row] = await tx<SessionRow[]>`${selectSessions(tx)} where s.id = ${sessionId}`;
  return row;
}

/**
 * Cancels or expires a locked session and says so with `payment.failed`. A held submission is closed
 * with it, since nothing was signed for it. A refusal must roll the transaction back.
 * @param currentStatus what refusals tell: that of an invoice where it ends the session
 * @throws Refusal `session_invalid_state`: the session is already closed, or a payment is in flight
 * (`payment_in_flight`)
 */
export async function closeSession(
  ctx: Pick<Context, "chains" | "config" | "modules">,
  tx: TransactionSql,
  row: SessionRow,
  target: "cancelled" | "expired",
  currentStatus: SessionStatus | InvoiceStatus = row.status,
): Promise<SessionRow> {
  if (!openSessionStatuses.includes(row.status)) {
    throw invalidState(`The session is ${row.status}.`, {
      currentStatus,
      reason: row.status === "confirmed" ? "already_paid" : "already_closed",
    });
  }
  // Nothing was signed for a held submission; a refusal takes its end back.
  await tx`
    update relay_submissions set state = 'rejected', failure_code = 'session_closed',
      closed_at = clock_now(), updated_at = clock_now()
    where session_id = ${row.id} and state = 'held'`;
  if (await isSessionBeingPaid(tx, row.id)) throw refuseBeingPaid(currentStatus);
  // A payment that is mined later is late, also where the merchant ended the session early.
  const [ended] = await tx<Pick<SessionRow, "expiresAt">[]>`
    update payment_sessions set status = ${target}, closed_at = clock_now(),
      expires_at = least(expires_at, clock_now())
    where id = ${row.id} and status in ${tx(openSessionStatuses)}
    returning expires_at`;
  const closed: SessionRow = { ...row, ...ended, status: target, relayed: false, relayHash: null };
  await recordEvent(tx, {
    merchantId: row.merchantId,
    mode: row.mode,
    type: "payment.failed",
    resource: { type: "payment_session", id: row.id },
    object: sessionSnapshot(ctx, closed),
  });
  await releaseUnlessExecutable(ctx, tx, row.id);
  return closed;
}

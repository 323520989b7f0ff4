import { type TransactionSql, transaction } from "@/db/client";
import { invalidState, notFound } from "@/lib/core/errors";
import { openSessionStatuses } from "@/lib/core/states";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { isSessionBeingPaid, refuseBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { releaseUnlessExecutable } from "./release-sessions";
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
  await tx`select 1 from payment_sessions where id = ${sessionId} for no key update`;
  const [row] = await tx<SessionRow[]>`${selectSessions(tx)} where s.id = ${sessionId}`;
  return row;
}

/**
 * Cancels or expires a locked session and says so with `payment.failed`. A held submission is closed
 * with it, since nothing was signed for it. A refusal must roll the transaction back.
 * @throws Refusal `session_invalid_state`: the session is already closed, or a payment is in flight
 * (`payment_in_flight`)
 */
export async function closeSession(
  ctx: Pick<Context, "chains" | "config" | "modules">,
  tx: TransactionSql,
  row: SessionRow,
  target: "cancelled" | "expired",
): Promise<SessionRow> {
  if (!openSessionStatuses.includes(row.status)) {
    throw invalidState(`The session is ${row.status}.`, {
      currentStatus: row.status,
      reason: row.status === "confirmed" ? "already_paid" : "already_closed",
    });
  }
  // Nothing was signed for a held submission; a refusal takes its end back.
  await tx`
    update relay_submissions set state = 'rejected', failure_code = 'session_closed',
      closed_at = clock_now(), updated_at = clock_now()
    where session_id = ${row.id} and state = 'held'`;
  if (await isSessionBeingPaid(tx, row.id)) throw refuseBeingPaid(row.status);
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

/** Closes one of the merchant's own sessions; an invoice's is closed with the invoice alone. */
export async function closeOwnSession(
  ctx: Context<MerchantActor>,
  id: string,
  target: "cancelled" | "expired",
): Promise<SessionView> {
  const { merchantId, mode } = ctx.actor;
  return transaction(ctx.db, async (tx) => {
    const [own] = await tx<{ id: string }[]>`
      select id from payment_sessions
      where id = ${id} and ${ownedBy(tx, { merchantId, mode })}`;
    const row = own && (await lockSession(tx, id));
    if (!row) throw notFound("payment session");
    if (row.invoiceId) {
      throw invalidState("The session is an invoice's: void the invoice instead.", {
        currentStatus: row.status,
        reason: "invoice_session",
        invoiceId: row.invoiceId,
      });
    }
    return viewSession(ctx, await closeSession(ctx, tx, row, target));
  });
}

import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import { sessionTransitions, sourcesOf } from "@/lib/core/states";
import { closeRefunded } from "@/lib/domain/payments/sessions/close-refunded";
import { type SessionRow, selectSessions } from "@/lib/domain/payments/sessions/session-rows";
import { sessionSnapshot } from "@/lib/domain/payments/sessions/view";
import type { ConfirmedSession, Context } from "@/lib/domain/platform/context";
import { recordEvents } from "@/lib/domain/platform/events/record-events";

/** A session that a payment confirms. */
interface PaidSession {
  readonly sessionId: string;
  /** Who paid. */
  readonly customerId: string | null;
  /** What had been returned of the payment before. */
  readonly amountRefunded: bigint;
}

/**
 * Confirms sessions whose rows the caller has locked, with who paid as their customer, and says so with
 * `payment.completed`, in the given order. Those whose payments had been returned by then are `refunded` at once.
 */
export async function confirmSessions(
  ctx: Pick<Context, "chains" | "config" | "modules">,
  tx: TransactionSql,
  paid: readonly PaidSession[],
): Promise<void> {
  if (paid.length === 0) return;
  // An expression: where statistics say that no session is open, an index by status seems the shorter way.
  const confirmed = await tx<ConfirmedSession[]>`
    update payment_sessions s set status = 'confirmed', confirmed_at = clock_now(),
      customer_id = p."customerId", amount_refunded = p."amountRefunded"
    from json_to_recordset(${asRows(paid)}::text::json)
      as p("sessionId" text, "customerId" text, "amountRefunded" numeric)
    where s.id = p."sessionId" and (s.status || '') in ${tx(sourcesOf(sessionTransitions, "confirmed"))}
    returning s.id, s.invoice_id, s.created_via`;
  if (confirmed.length !== paid.length)
    throw new Error("a session changed while its row was locked");
  const ids = paid.map(({ sessionId }) => sessionId);
  await tellSessions(ctx, tx, "payment.completed", ids);
  for (const settle of ctx.modules.onConfirmed) await settle(ctx, tx, confirmed);
  const returned = paid.flatMap((one) => (one.amountRefunded > 0n ? [one.sessionId] : []));
  if (returned.length > 0) await closeRefunded(tx, returned);
}

type SessionEvent = "payment.seen" | "payment.completed" | "payment.reverted";

/** Records an event of each session, in the given order, whose rows the caller has locked. */
export async function tellSessions(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  type: SessionEvent,
  ids: readonly string[],
): Promise<void> {
  await inSlices(ids, (slice) => tellSlice(ctx, tx, type, slice));
}

async function tellSlice(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  type: SessionEvent,
  ids: readonly string[],
): Promise<void> {
  const rows = await tx<SessionRow[]>`${selectSessions(tx)} where s.id = any (${[...ids]})`;
  const bySession = new Map(rows.map((row) => [row.id, row]));
  const events = ids.map((id) => {
    const row = bySession.get(id);
    if (!row) throw new Error(`session ${id} vanished while its row was locked`);
    return {
      merchantId: row.merchantId,
      mode: row.mode,
      type,
      resource: { type: "payment_session", id },
      object: sessionSnapshot(ctx, row),
    };
  });
  await recordEvents(tx, events);
}

import type { TransactionSql } from "@/db/client";
import type { InvoiceStatus } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { isSessionBeingPaid, refuseBeingPaid } from "@/lib/domain/wallets/is-being-paid";
import { closeSession } from "./close-session";
import type { SessionRow } from "./session-rows";

/**
 * Cancels the locked session of something that is withdrawn. One that has expired is cancelled as well, without
 * a word: it was said to be over, and a payment from before its deadline must not confirm it any more.
 * @param currentStatus of what is withdrawn: refusals tell it
 * @throws Refusal `session_invalid_state`: paid, or a payment is in flight (`payment_in_flight`)
 */
export async function cancelBackingSession(
  ctx: Pick<Context, "chains" | "config" | "modules">,
  tx: TransactionSql,
  session: SessionRow,
  currentStatus: InvoiceStatus,
): Promise<void> {
  if (session.status !== "expired") {
    await closeSession(ctx, tx, session, "cancelled", currentStatus);
    return;
  }
  if (await isSessionBeingPaid(tx, session.id)) throw refuseBeingPaid(currentStatus);
  await tx`
    update payment_sessions set status = 'cancelled'
    where id = ${session.id} and status = 'expired'`;
}

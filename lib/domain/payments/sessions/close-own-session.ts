import { transaction } from "@/db/client";
import { invalidState, notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { closeSession, lockSession } from "./close-session";
import { findSession } from "./find-session";
import { type SessionView, viewSession } from "./view";

/**
 * Closes one of the merchant's own sessions; an invoice's is closed with the invoice alone. One whose time is up expires
 * first, and that stays when this refuses it as closed already.
 */
export async function closeOwnSession(
  ctx: Context<MerchantActor>,
  id: string,
  target: "cancelled" | "expired",
): Promise<SessionView> {
  await findSession(ctx, id, ctx.actor);
  return transaction(ctx.db, async (tx) => {
    const row = await lockSession(tx, id);
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

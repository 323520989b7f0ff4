import { transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { closeSession, lockSession } from "./close-session";
import { type SessionView, viewSession } from "./view";

/**
 * Cancels a session that nobody is paying.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: closed already, paid (refund it instead), or
 * `payment_in_flight`
 */
export async function cancelSession(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SessionView> {
  return closeOwnSession(ctx, id, "cancelled");
}

/**
 * Expires a session before its time.
 * @throws Refusal as `cancelSession`
 */
export async function expireSession(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SessionView> {
  return closeOwnSession(ctx, id, "expired");
}

async function closeOwnSession(
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

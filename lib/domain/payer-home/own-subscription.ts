import { type TransactionSql, transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/context";
import { type PayNowOutcome, payNow } from "@/lib/domain/renewals/pay-now";
import { cancelLocked } from "@/lib/domain/subscriptions/cancel-subscription";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import type { Payer } from "./payer-session";

/**
 * Ends a subscription of a payer who is signed in: no charge of it is claimed any more, and the chain is asked to end
 * it, which costs the payer nothing.
 * @throws Refusal `not_found`: it is not the payer's, or of another mode
 * @throws Refusal `session_invalid_state` with `subscription_ended`
 */
export async function cancelOwn(
  ctx: Context<PublicActor>,
  { payer, mode }: Payer,
  { id }: { id: string },
): Promise<null> {
  await transaction(ctx.db, async (tx) => {
    await lockOwn(tx, { payer, mode }, id);
    await cancelLocked(ctx, tx, await readSubscription(tx, id), "cancelled_by_payer");
  });
  return null;
}

/**
 * Has a subscription of a payer who is signed in charged at once, where a charge of it has failed.
 * @throws Refusal `not_found`: it is not the payer's, or of another mode
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function payOwnNow(
  ctx: Context<PublicActor>,
  { payer, mode }: Payer,
  { id }: { id: string },
): Promise<PayNowOutcome> {
  const found = await ctx.db`
    select from subscriptions where id = ${id} and payer = ${payer} and mode = ${mode}`;
  if (found.length === 0) throw notFound("subscription");
  return payNow(ctx, id);
}

async function lockOwn(tx: TransactionSql, { payer, mode }: Payer, id: string): Promise<void> {
  const found = await tx`
    select from subscriptions where id = ${id} and payer = ${payer} and mode = ${mode} for update`;
  if (found.length === 0) throw notFound("subscription");
}

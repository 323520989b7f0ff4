import { type TransactionSql, transaction } from "@/db/client";
import type { ChargeProgress } from "@/lib/contract/subscriptions/payer-home";
import { notFound } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { cancelLocked } from "@/lib/domain/subscriptions/cancel-subscription";
import { hasChargeUnderWay } from "@/lib/domain/subscriptions/charges/due-renewals";
import { type PayNowOutcome, payNow } from "@/lib/domain/subscriptions/charges/pay-now";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import type { Payer } from "./payer-session";

/**
 * Ends a subscription of a payer who is signed in: no charge of it is claimed any more, and the chain is asked to end
 * it, which costs the payer nothing. The payer's next term of the same plan is cancelled with it.
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
    const row = await readSubscription(tx, id);
    await cancelLocked(ctx, tx, row, { reason: "cancelled_by_payer", by: "payer" });
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

/** Longer than a keeper that has taken a charge looks at it, by the chain's clock. */
const TAKEN_SECONDS = 60;

/**
 * How far the charge of a payer's subscription is.
 * @throws Refusal `not_found`: it is not the payer's, or of another mode
 */
export async function readOwnCharge(
  { db }: Pick<Context, "db">,
  { payer, mode }: Payer,
  { id }: { id: string },
): Promise<ChargeProgress> {
  const [row] = await db<ChargeProgress[]>`
    select case
      when ${hasChargeUnderWay(db)} then 'sent'
      when s.status = 'past_due' and s.paused_at is null
        and s.attempt_at <= c.head_at + ${TAKEN_SECONDS} * interval '1 second' then 'waiting'
      else 'over'
    end as state
    from subscriptions s left join chain_cursors c on c.chain_id = s.chain_id
    where s.id = ${id} and s.payer = ${payer} and s.mode = ${mode}`;
  if (!row) throw notFound("subscription");
  return row;
}

async function lockOwn(tx: TransactionSql, { payer, mode }: Payer, id: string): Promise<void> {
  const found = await tx`
    select from subscriptions where id = ${id} and payer = ${payer} and mode = ${mode} for no key update`;
  if (found.length === 0) throw notFound("subscription");
}

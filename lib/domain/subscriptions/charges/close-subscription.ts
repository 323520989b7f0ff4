import { type TransactionSql, transaction } from "@/db/client";
import { sourcesOf, subscriptionTransitions } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { queueOnchainCancel } from "@/lib/domain/subscriptions/queue-onchain-cancel";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { tellSubscription } from "@/lib/domain/subscriptions/tell-subscription";
import { type ClaimedSubscription, lockClaimed } from "./claim-renewals";
import type { StoredSubscription } from "./due-renewals";

/**
 * Ends a subscription of which nothing is ever charged again: it is completed, or, with a period that was not paid, lapsed.
 * Nothing is done where it has changed since it was claimed. The chain is asked to end one that it would still charge or
 * keep its payer from replacing.
 * @param at of the block by which it is over
 */
export async function closeOver(
  ctx: Pick<Context, "db" | "log">,
  claimed: ClaimedSubscription,
  at: Date,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockClaimed(tx, claimed);
    if (!row) return;
    if (row.status === "past_due") return closeLapsed(ctx, tx, row);
    await close(tx, row, "completed");
    if (isKept(row, at)) await queueOnchainCancel(ctx, tx, row);
  });
}

/**
 * Whether the contract still keeps others of its payer from the reference of a completed one: until its end, or without
 * one while something is left of its cap.
 */
function isKept({ endAt, cap, charged }: StoredSubscription, at: Date): boolean {
  return endAt === null ? cap !== null && cap > charged : at < endAt;
}

/** Ends a locked subscription whose grace is over, tells of it, and asks for its end on the chain. */
export async function closeLapsed(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  row: Pick<StoredSubscription, "id">,
): Promise<void> {
  await close(tx, row, "lapsed");
  await queueOnchainCancel(ctx, tx, await readSubscription(tx, row.id));
  const told = await readSubscription(tx, row.id);
  await tellSubscription(tx, "subscription.recovery_outcome", told);
  await tellSubscription(tx, "subscription.lapsed", told);
}

async function close(
  tx: TransactionSql,
  { id }: Pick<StoredSubscription, "id">,
  status: "completed" | "lapsed",
): Promise<void> {
  const { count } = await tx`
    update subscriptions set status = ${status}, closed_at = clock_now(), attempt_at = null,
      next_charge_at = null
    where id = ${id} and status in ${tx(sourcesOf(subscriptionTransitions, status))}`;
  if (count !== 1) throw new Error(`the subscription cannot become ${status}`);
}

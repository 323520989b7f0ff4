import { transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockOwnSubscription, readSubscription, refuseEnded } from "./subscription-rows";
import { type SubscriptionView, viewSubscription } from "./view";

/**
 * Pauses one of the merchant's subscriptions: nothing is collected, and no grace runs out, until it is resumed.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `subscription_ended`, `not_enrolled` or `already_paused`
 */
export async function pauseSubscription(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SubscriptionView> {
  return transaction(ctx.db, async (tx) => {
    const row = await lockOwnSubscription(tx, ctx.actor, id);
    refuseEnded(row);
    if (row.enrolledAt === null) {
      throw invalidState("The subscription is not on the chain yet.", {
        currentStatus: row.status,
        reason: "not_enrolled",
      });
    }
    const { count } = await tx`
      update subscriptions set paused_at = clock_now() where id = ${id} and paused_at is null`;
    if (count === 1) return viewSubscription(await readSubscription(tx, id));
    throw invalidState("The subscription is paused already.", {
      currentStatus: row.status,
      reason: "already_paused",
    });
  });
}

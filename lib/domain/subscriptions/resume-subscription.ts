import { transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { scheduleOf, unlinkedScheduleOf } from "@/lib/domain/subscriptions/books/schedule";
import { isTold, lockOwnSubscription, readSubscription, refuseEnded } from "./subscription-rows";
import { type SubscriptionView, viewSubscription } from "./view";

/**
 * Resumes one of the merchant's subscriptions with the current period, unless that is paid. The periods that passed
 * meanwhile are not collected, and a grace period goes on where the pause began, until the subscription's end at most.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `subscription_ended` or `not_paused`
 */
export async function resumeSubscription(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SubscriptionView> {
  return transaction(ctx.db, async (tx) => {
    const row = await lockOwnSubscription(tx, ctx.actor, id);
    refuseEnded(row);
    if (row.pausedAt === null) {
      throw invalidState("The subscription is not paused.", {
        currentStatus: row.status,
        reason: "not_paused",
      });
    }
    const [clock] = await tx<{ now: Date }[]>`select clock_now() as now`;
    const terms = { ...row, cap: row.cap ?? row.charged };
    const schedule = isTold(row) ? scheduleOf : unlinkedScheduleOf;
    const { nextChargeAt, attemptAt } = schedule(terms, clock?.now ?? row.pausedAt);
    await tx`
      insert into subscription_pauses (subscription_id, paused_at, resumed_at)
      select id, paused_at, clock_now() from subscriptions
      where id = ${id} and paused_at is not null
      on conflict (subscription_id, paused_at) do update set resumed_at = excluded.resumed_at`;
    await tx`
      update subscriptions set paused_at = null, next_charge_at = ${nextChargeAt},
        attempt_at = ${attemptAt}, grace_ends_at = case when grace_ends_at is not null
          then least(grace_ends_at + (clock_now() - paused_at), end_at) end
      where id = ${id} and paused_at is not null`;
    // What is due now is charged with the next block.
    await wake(tx, wakes.relay, { chainId: row.chainId });
    return viewSubscription(await readSubscription(tx, id));
  });
}

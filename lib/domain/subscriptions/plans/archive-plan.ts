import { transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findPlan } from "./plan-rows";
import { type PlanView, viewPlan } from "./view";

/**
 * Archives a plan: it takes no new subscribers, and existing subscribers are still charged.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `already_archived`
 */
export async function archivePlan(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<PlanView> {
  return transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update subscription_plans set active = false, archived_at = clock_now()
      where id = ${id} and ${ownedBy(tx, ctx.actor)} and active`;
    const row = await findPlan(tx, ctx.actor, id);
    if (count === 1) return viewPlan(ctx, row);
    throw invalidState("The plan is archived already.", {
      currentStatus: "archived",
      reason: "already_archived",
    });
  });
}

import { transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findPlan } from "./plan-rows";
import { type PlanView, viewPlan } from "./view";

/**
 * Archives a plan: it takes no new subscribers, and existing subscribers are still charged. With a product's plan go those
 * for several of its pieces.
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
    await tx`
      update subscription_plans l set active = false, archived_at = clock_now()
      from storefront_product_plans q join storefront_products p on p.id = q.product_id
      where p.plan_id = ${id} and l.id = q.plan_id and ${ownedBy(tx, ctx.actor, "p")} and l.active`;
    const row = await findPlan(tx, ctx.actor, id);
    if (count === 1) return viewPlan(ctx, row);
    throw invalidState("The plan is archived already.", {
      currentStatus: "archived",
      reason: "already_archived",
    });
  });
}

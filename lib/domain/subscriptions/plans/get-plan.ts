import { notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findPlan } from "./plan-rows";
import { isInBrowser, type PlanView, viewPlan, viewPublicPlan } from "./view";

/**
 * Retrieves one of the merchant's plans. To a publishable key an archived one is not there.
 * @throws Refusal `not_found`
 */
export async function getPlan(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<PlanView> {
  const row = await findPlan(ctx.db, ctx.actor, id);
  if (!isInBrowser(ctx.actor)) return viewPlan(ctx, row);
  if (!row.active) throw notFound("subscription plan");
  return viewPublicPlan(ctx, row);
}

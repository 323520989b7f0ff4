import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findPublicPlan } from "./plan-rows";
import { type PlanView, viewPublicPlan } from "./view";

/**
 * A plan as who is about to subscribe sees it, archived or not.
 * @throws Refusal `not_found`
 */
export async function getPublicPlan(
  ctx: Context<PublicActor>,
  { id }: { id: string },
): Promise<PlanView> {
  return viewPublicPlan(ctx, await findPublicPlan(ctx.db, id));
}

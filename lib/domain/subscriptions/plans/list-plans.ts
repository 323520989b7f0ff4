import type { InputOf } from "@/lib/contract/endpoint";
import type { listPlans as declaration } from "@/lib/contract/subscriptions/subscription-plans";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { type PlanRow, selectPlans } from "./plan-rows";
import { isInBrowser, type PlanView, viewPlan, viewPublicPlan } from "./view";

/**
 * Lists the merchant's plans, newest first; for a publishable key the active ones alone.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listPlans(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<PlanView>> {
  const { db, actor } = ctx;
  const isPublic = isInBrowser(actor);
  const active = input.active === undefined ? db`` : db`and p.active = ${input.active}`;
  const listed = db<PlanRow[]>`
    ${selectPlans(db)} where ${ownedBy(db, actor, "p")} and ${inPage(db, "p", input)} ${active}
      ${isPublic ? db`and p.active = true` : db``}`;
  const rows = await newestFirst(db, "p", listed, input);
  const view = isPublic ? viewPublicPlan : viewPlan;
  return toPage(rows, input, "/v1/subscription-plans", (row) => view(ctx, row));
}

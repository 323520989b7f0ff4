import type { InputOf } from "@/lib/contract/endpoint";
import type { listSubscriptions as declaration } from "@/lib/contract/subscriptions/subscriptions";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { type SubscriptionRow, selectSubscriptions } from "./subscription-rows";
import { type SubscriptionView, viewSubscription } from "./view";

/**
 * Lists the merchant's subscriptions, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listSubscriptions(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<SubscriptionView>> {
  const { status, planId, customerId } = input;
  const listed = db<SubscriptionRow[]>`
    ${selectSubscriptions(db)}
    where ${ownedBy(db, actor, "s")}
      and ${inPage(db, "s", input)}
      ${status ? db`and s.status = ${status}` : db``}
      ${planId === undefined ? db`` : db`and s.plan_id = ${planId}`}
      ${customerId === undefined ? db`` : db`and s.customer_id = ${customerId}`}`;
  const rows = await newestFirst(db, "s", listed, input);
  return toPage(rows, input, "/v1/subscriptions", viewSubscription);
}

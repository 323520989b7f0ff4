import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findSubscription } from "./subscription-rows";
import { type SubscriptionView, viewSubscription } from "./view";

/**
 * Retrieves one of the merchant's subscriptions.
 * @throws Refusal `not_found`
 */
export async function getSubscription(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<SubscriptionView> {
  return viewSubscription(await findSubscription(db, actor, id));
}

import type { Context, MerchantActor } from "@/lib/domain/context";
import { findDelivery } from "./delivery-rows";
import { type DeliveryView, viewDelivery } from "./view";

/**
 * Retrieves one of the merchant's webhook deliveries.
 * @throws Refusal `not_found`
 */
export async function getWebhookDelivery(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<DeliveryView> {
  return viewDelivery(await findDelivery(db, actor, id));
}

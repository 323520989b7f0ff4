import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findDelivery } from "./delivery-rows";
import { type DeliveryView, requestBodies, viewDelivery } from "./view";

/**
 * Retrieves one of the merchant's webhook deliveries.
 * @throws Refusal `not_found`
 */
export async function getWebhookDelivery(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<DeliveryView> {
  const row = await findDelivery(ctx.db, ctx.actor, id);
  const bodies = await requestBodies(ctx, [row]);
  return viewDelivery(row, bodies.get(id) ?? null);
}

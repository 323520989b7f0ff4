import type { Db } from "@/db/client";
import type { webhookDeliveries } from "@/db/schema/webhooks";
import { notFound } from "@/lib/core/errors";
import type { MerchantActor } from "@/lib/domain/context";
import { ownedBy } from "@/lib/domain/owned-by";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/**
 * One of the merchant's deliveries.
 * @throws Refusal `not_found`
 */
export async function findDelivery(
  db: Db,
  { merchantId, mode }: MerchantActor,
  id: string,
): Promise<DeliveryRow> {
  const [row] = await db<DeliveryRow[]>`
    select * from webhook_deliveries
    where id = ${id} and ${ownedBy(db, { merchantId, mode })}`;
  if (!row) throw notFound("webhook delivery");
  return row;
}

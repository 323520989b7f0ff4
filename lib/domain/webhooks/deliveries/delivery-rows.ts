import type { Db } from "@/db/client";
import type { webhookDeliveries } from "@/db/schema/webhooks";
import { notFound } from "@/lib/core/errors";
import type { MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** A delivery, with what its dispatch says of it. */
export type DeliveryRow = typeof webhookDeliveries.$inferSelect & {
  eventId: string;
  isReplay: boolean;
};

/**
 * The dispatch `d` of each delivery `v`. It is looked up by its key, however many rows the planner expects.
 */
export const withDispatch = (db: Db) => db`
  cross join lateral (
    select event_id, is_replay from webhook_dispatches where id = v.dispatch_id offset 0
  ) d`;

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
    select v.*, d.event_id, d.is_replay from webhook_deliveries v ${withDispatch(db)}
    where v.id = ${id} and ${ownedBy(db, { merchantId, mode }, "v")}`;
  if (!row) throw notFound("webhook delivery");
  return row;
}

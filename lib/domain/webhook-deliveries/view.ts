import type { z } from "zod";
import type { webhookDelivery } from "@/lib/contract/webhook-deliveries";
import type { DeliveryRow } from "./delivery-rows";

export type DeliveryView = z.output<typeof webhookDelivery>;

/** A delivery as the merchant sees it. The first of an event has no date of its own: it is due at once. */
export function viewDelivery(row: DeliveryRow): DeliveryView {
  const dueAtOnce = row.status === "pending" ? row.createdAt : null;
  return {
    ...row,
    object: "webhook_delivery",
    nextAttemptAt: row.nextAttemptAt ?? dueAtOnce,
  };
}

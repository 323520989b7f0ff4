import type { InputOf } from "@/lib/contract/endpoint";
import type { listWebhookDeliveries as declaration } from "@/lib/contract/webhook-deliveries";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { afterCursor, type Page, rowLimit, toPage } from "@/lib/domain/pagination/page";
import type { DeliveryRow } from "./delivery-rows";
import { type DeliveryView, viewDelivery } from "./view";

/**
 * Lists the merchant's webhook deliveries, newest first: each attempt that was made, and the next one
 * of each event that is not through yet.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listWebhookDeliveries(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<DeliveryView>> {
  const { endpointId, eventId, status } = input;
  const rows = await db<DeliveryRow[]>`
    select v.* from webhook_deliveries v
    where v.merchant_id = ${actor.merchantId} and v.mode = ${actor.mode}
      and ${afterCursor(db, "v", input)}
      ${endpointId ? db`and v.endpoint_id = ${endpointId}` : db``}
      ${eventId ? db`and v.event_id = ${eventId}` : db``}
      ${status ? db`and v.status = ${status}` : db``}
    order by v.created_at desc, v.id desc limit ${rowLimit(input)}`;
  return toPage(rows, input, "/v1/webhook-deliveries", viewDelivery);
}

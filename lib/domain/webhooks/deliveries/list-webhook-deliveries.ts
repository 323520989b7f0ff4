import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import type { InputOf } from "@/lib/contract/endpoint";
import type { listWebhookDeliveries as declaration } from "@/lib/contract/webhooks/webhook-deliveries";
import type { DeliveryStatus } from "@/lib/core/states";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { type DeliveryRow, withDispatch } from "./delivery-rows";
import { type DeliveryView, requestBodies, viewDelivery } from "./view";

/**
 * Lists the merchant's webhook deliveries, newest first: each attempt that was made, and the next one
 * of each event that is not through yet.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listWebhookDeliveries(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<DeliveryView>> {
  const { db, actor } = ctx;
  const { endpointId, eventId, status } = input;
  const listed = db<DeliveryRow[]>`
    select v.*, d.event_id, d.is_replay
    from ${eventId === undefined ? db`webhook_deliveries` : sentOf(db, eventId)} v ${withDispatch(db)}
    where ${ownedBy(db, actor, "v")}
      and ${inPage(db, "v", input)}
      ${endpointId === undefined ? db`` : db`and v.endpoint_id = ${endpointId}`}
      ${statusIs(db, status)}`;
  const rows = await newestFirst(db, "v", listed, input);
  const bodies = await requestBodies(ctx, rows);
  return toPage(rows, input, "/v1/webhook-deliveries", (row) =>
    viewDelivery(row, bodies.get(row.id) ?? null),
  );
}

/** An event's deliveries are few: they are read whole, by way of its dispatches, and sorted. */
const sentOf = (db: Db, eventId: string) => db`(
  select * from webhook_deliveries where dispatch_id = any (array(
    select id from webhook_dispatches where event_id = ${eventId}
  )) offset 0
)`;

/** The index of those that did not succeed is usable only where the statement itself says so. */
function statusIs(db: Db, status?: DeliveryStatus) {
  if (!status) return db``;
  if (status === "succeeded") return db`and v.status = 'succeeded'`;
  return db`and ${unsuccessful(db)} and v.status = ${status}`;
}

const unsuccessful = (db: Db) =>
  db.unsafe(indexCondition("listed", "v.status", ["pending", "failed", "exhausted"]));

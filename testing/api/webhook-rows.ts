import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { ApiMerchant, ApiTarget } from "./api-target";

/** Nothing listens there; the target lets webhooks go to this machine. */
export const hookUrl = "https://127.0.0.1:9/hook";

/** An endpoint made over the API, with an event that was delivered to it, and a replay. */
export async function insertWebhook(
  target: ApiTarget,
  merchant: ApiMerchant,
  mode: Mode,
  headers: Record<string, string>,
) {
  const { db } = target;
  const endpoint = await target.send({
    method: "POST",
    path: "/v1/webhook-endpoints",
    headers,
    body: { url: hookUrl, events: ["payment.completed"], mode },
  });
  const ids = {
    endpointId: String(endpoint.body.id),
    eventId: newId("event"),
    dispatchId: newId("webhookDispatch"),
    deliveryId: newId("webhookDelivery"),
    replayId: newId("webhookReplay"),
  };
  const replay = { merchantId: merchant.id, mode, endpointId: ids.endpointId };
  await db`insert into webhook_replays ${db({
    ...replay,
    id: ids.replayId,
    createdByKey: "ak_sample",
    fromPosition: 1n,
    toPosition: 2n,
    nextPosition: 3n,
    total: 0,
    status: "completed",
  })}`;
  await db`insert into events ${db({
    id: ids.eventId,
    merchantId: merchant.id,
    mode,
    type: "payment.completed",
    apiVersion: "2026-04-27",
    resourceType: "payment_session",
    resourceId: newId("paymentSession"),
    sequence: 1,
    object: db.json({ sample: true }),
  })}`;
  const pair = { eventId: ids.eventId, endpointId: ids.endpointId };
  await db`insert into webhook_dispatches ${db({ id: ids.dispatchId, ...pair, state: "succeeded" })}`;
  await db`insert into webhook_deliveries ${db({
    id: ids.deliveryId,
    merchantId: merchant.id,
    mode,
    endpointId: ids.endpointId,
    dispatchId: ids.dispatchId,
    attempt: 1,
    status: "succeeded",
  })}`;
  return ids;
}

/** What came to the merchant's webhook inspector. */
export async function insertInspected(
  { db }: ApiTarget,
  { id: merchantId }: ApiMerchant,
  mode: Mode,
): Promise<void> {
  const id = newId("inspectedWebhook");
  const came = { signature: "valid", headers: db.json({ "webhook-id": id }), body: "{}" };
  await db`insert into inspected_webhooks ${db({ id, merchantId, mode, ...came })}`;
}

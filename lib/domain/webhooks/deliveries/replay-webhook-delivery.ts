import { type TransactionSql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { notFound } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { findEndpoint, lockEndpoint } from "@/lib/domain/webhooks/endpoints/endpoint-rows";
import { checkEnabled, countManualSend } from "@/lib/domain/webhooks/endpoints/manual-sends";
import { type DeliveryRow, findDelivery } from "./delivery-rows";
import { type DeliveryView, viewDelivery } from "./view";

/**
 * Sends a delivery's event to the same endpoint once more, with the same `webhook-id`, in addition to the scheduled
 * attempts. A replay is a single attempt; at most ten a minute per endpoint.
 * @returns the new delivery
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: the endpoint is disabled (`endpoint_disabled`)
 * @throws Refusal `rate_limited`
 */
export async function replayWebhookDelivery(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<DeliveryView> {
  const { eventId, endpointId } = await findDelivery(db, actor, id);
  checkEnabled(await findEndpoint(db, actor, endpointId));
  await countManualSend(db, "replay", endpointId);
  return transaction(db, async (tx) => {
    checkEnabled(await lockEndpoint(tx, actor, endpointId));
    await lockEvent(tx, eventId);
    const delivery = await insertReplay(tx, actor, { eventId, endpointId });
    await wake(tx, wakes.webhooks);
    return viewDelivery(delivery, null);
  });
}

/** An event that is old may be removed at any moment, with its deliveries. */
async function lockEvent(tx: TransactionSql, id: string): Promise<void> {
  const found = await tx`select from events where id = ${id} for key share`;
  if (found.length === 0) throw notFound("webhook delivery");
}

async function insertReplay(
  tx: TransactionSql,
  { merchantId, mode }: MerchantActor,
  { eventId, endpointId }: { eventId: string; endpointId: string },
): Promise<DeliveryRow> {
  const dispatch = { id: newId("webhookDispatch"), eventId, endpointId, isReplay: true };
  const id = newId("webhookDelivery");
  const delivery = { id, merchantId, mode, endpointId, dispatchId: dispatch.id, attempt: 1 };
  const [, [row]] = await pipelined([
    () => tx`insert into webhook_dispatches ${tx(dispatch)}`,
    () =>
      tx<Omit<DeliveryRow, "eventId" | "isReplay">[]>`
        insert into webhook_deliveries ${tx(delivery)} returning *`,
  ]);
  if (!row) throw new Error("an insert returns its row");
  return { ...row, eventId, isReplay: true };
}

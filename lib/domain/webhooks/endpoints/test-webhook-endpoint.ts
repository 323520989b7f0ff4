import { transaction } from "@/db/client";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { testWebhookEndpoint as declaration } from "@/lib/contract/webhooks/webhook-endpoints";
import { testEventKind } from "@/lib/core/webhooks/event-kinds";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { findEndpoint, lockEndpoint } from "./endpoint-rows";
import { checkEnabled, countManualSend } from "./manual-sends";
import { endpointSnapshot } from "./view";

/**
 * Sends an event of type `webhook.test` to this endpoint alone, regardless of its registered types; at most ten a
 * minute.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: the endpoint is disabled (`endpoint_disabled`)
 * @throws Refusal `rate_limited`
 */
export async function testWebhookEndpoint(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<OutputOf<typeof declaration>> {
  checkEnabled(await findEndpoint(db, actor, id));
  await countManualSend(db, "test", id);
  return transaction(db, async (tx) => {
    const row = await lockEndpoint(tx, actor, id);
    checkEnabled(row);
    const eventId = await recordEvent(tx, {
      merchantId: row.merchantId,
      mode: row.mode,
      type: testEventKind,
      resource: { type: "webhook_endpoint", id },
      object: endpointSnapshot(row),
      onlyEndpointId: id,
    });
    return { object: "event", id: eventId, type: testEventKind };
  });
}

import { transaction } from "@/db/client";
import { wakes } from "@/lib/core/wakes";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { wake } from "@/lib/domain/outbox/wake";
import { findEndpoint } from "./endpoint-rows";
import { type EndpointView, viewEndpoint } from "./view";

/**
 * Resumes deliveries to an endpoint and forgets its failures. Retries that have not fallen due yet
 * go on as scheduled. Enabling an enabled endpoint changes nothing.
 * @throws Refusal `not_found`
 */
export async function enableWebhookEndpoint(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<EndpointView> {
  return transaction(db, async (tx) => {
    const { count } = await tx`
      update webhook_endpoints
      set status = 'enabled', disabled_reason = null, disabled_at = null, failing_since = null,
        failed_events = 0, slow = false, updated_at = now()
      where id = ${id} and merchant_id = ${actor.merchantId} and mode = ${actor.mode}
        and status = 'disabled'`;
    if (count > 0) await wake(tx, wakes.webhooks);
    return viewEndpoint(await findEndpoint(tx, actor, id));
  });
}

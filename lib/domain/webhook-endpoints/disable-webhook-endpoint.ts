import type { Context, MerchantActor } from "@/lib/domain/context";
import { ownedBy } from "@/lib/domain/owned-by";
import { findEndpoint } from "./endpoint-rows";
import { type EndpointView, viewEndpoint } from "./view";

/**
 * Stops deliveries to an endpoint: events from now on are not for it, and attempts that fall due
 * while it is disabled are dropped. Disabling a disabled endpoint changes nothing.
 * @throws Refusal `not_found`
 */
export async function disableWebhookEndpoint(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<EndpointView> {
  await db`
    update webhook_endpoints
    set status = 'disabled', disabled_reason = 'user', disabled_at = now(), updated_at = now()
    where id = ${id} and ${ownedBy(db, actor)}
      and status = 'enabled' and deleted_at is null`;
  return viewEndpoint(await findEndpoint(db, actor, id));
}

import { transaction } from "@/db/client";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findEndpoint, lockEndpoint } from "./endpoint-rows";
import { recordEndpointChange } from "./record-endpoint-change";
import { type EndpointView, viewEndpoint } from "./view";

/**
 * Stops deliveries to an endpoint: events from now on are not for it, and attempts that fall due
 * while it is disabled are dropped. Disabling a disabled endpoint changes nothing.
 * @throws Refusal `not_found`
 */
export async function disableWebhookEndpoint(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<EndpointView> {
  const { db, actor } = ctx;
  return transaction(db, async (tx) => {
    const before = await lockEndpoint(tx, actor, id);
    const { count } = await tx`
      update webhook_endpoints
      set status = 'disabled', disabled_reason = 'user', disabled_at = clock_now(), updated_at = clock_now()
      where id = ${id} and ${ownedBy(tx, actor)}
        and status = 'enabled' and deleted_at is null`;
    const after = await findEndpoint(tx, actor, id);
    if (count > 0) await recordEndpointChange(ctx, tx, "disable", before, after);
    return viewEndpoint(after);
  });
}

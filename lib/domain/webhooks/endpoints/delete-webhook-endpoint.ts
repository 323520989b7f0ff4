import { transaction } from "@/db/client";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { deleteWebhookEndpoint as declaration } from "@/lib/contract/webhooks/webhook-endpoints";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { lockEndpoint } from "./endpoint-rows";
import { recordEndpointChange } from "./record-endpoint-change";

/**
 * Deletes an endpoint: nothing more is sent to it, it is found no more and takes no place. Its row stays for
 * its deliveries, which can still be read.
 * @throws Refusal `not_found`
 */
export async function deleteWebhookEndpoint(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<OutputOf<typeof declaration>> {
  const { db, actor } = ctx;
  return transaction(db, async (tx) => {
    const before = await lockEndpoint(tx, actor, id);
    await tx`
      update webhook_endpoints
      set status = 'disabled', disabled_reason = coalesce(disabled_reason, 'user'),
        disabled_at = coalesce(disabled_at, clock_now()), updated_at = clock_now(), deleted_at = clock_now()
      where id = ${id} and ${ownedBy(tx, actor)} and deleted_at is null`;
    await recordEndpointChange(ctx, tx, "delete", before, { ...before, status: "disabled" });
    return { object: "webhook_endpoint", id, deleted: true };
  });
}

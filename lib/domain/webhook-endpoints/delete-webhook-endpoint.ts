import type { OutputOf } from "@/lib/contract/endpoint";
import type { deleteWebhookEndpoint as declaration } from "@/lib/contract/webhook-endpoints";
import { notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { ownedBy } from "@/lib/domain/owned-by";

/**
 * Deletes an endpoint: nothing more is sent to it, it is found no more and takes no place. Its row stays for
 * its deliveries, which can still be read.
 * @throws Refusal `not_found`
 */
export async function deleteWebhookEndpoint(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<OutputOf<typeof declaration>> {
  const { count } = await db`
    update webhook_endpoints
    set status = 'disabled', disabled_reason = coalesce(disabled_reason, 'user'),
      disabled_at = coalesce(disabled_at, now()), updated_at = now(), deleted_at = now()
    where id = ${id} and ${ownedBy(db, actor)} and deleted_at is null`;
  if (count === 0) throw notFound("webhook endpoint");
  return { object: "webhook_endpoint", id, deleted: true };
}

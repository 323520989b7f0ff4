import type { InputOf } from "@/lib/contract/endpoint";
import type { listWebhookEndpoints as declaration } from "@/lib/contract/webhooks/webhook-endpoints";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import type { EndpointRow } from "./endpoint-rows";
import { type EndpointView, viewEndpoint } from "./view";

/**
 * Lists the merchant's webhook endpoints, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listWebhookEndpoints(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<EndpointView>> {
  const listed = db<EndpointRow[]>`
    select w.* from webhook_endpoints w
    where ${ownedBy(db, actor, "w")} and w.deleted_at is null
      and ${inPage(db, "w", input)}`;
  const rows = await newestFirst(db, "w", listed, input);
  return toPage(rows, input, "/v1/webhook-endpoints", viewEndpoint);
}

import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findEndpoint } from "./endpoint-rows";
import { type EndpointView, viewEndpoint } from "./view";

/**
 * Retrieves one of the merchant's webhook endpoints.
 * @throws Refusal `not_found`
 */
export async function getWebhookEndpoint(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<EndpointView> {
  return viewEndpoint(await findEndpoint(db, actor, id));
}

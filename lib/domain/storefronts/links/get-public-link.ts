import type { OutputOf } from "@/lib/contract/endpoint";
import type { getPublicLink as declaration } from "@/lib/contract/storefronts/public-links";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { viewShown } from "@/lib/domain/storefronts/public/shown-products";
import { findPublicLink } from "./find-public-link";

/**
 * A payment link as its payer sees it.
 * @throws Refusal `not_found`
 */
export async function getPublicLink(
  { db, config }: Context<PublicActor>,
  { id }: { id: string },
): Promise<OutputOf<typeof declaration>> {
  const { link, product, closedBy } = await findPublicLink(db, id);
  return {
    ...link,
    object: "public_payment_link",
    product: product && viewShown(config.APP_URL, product),
    closedBy,
  };
}

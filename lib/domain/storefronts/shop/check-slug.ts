import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { checkSlug as declaration } from "@/lib/contract/storefronts/storefronts";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { findObstacle } from "./take-slug";

/**
 * Tells whether the merchant's shop could be saved with a slug now. It takes nothing: saving is what decides, and tells
 * no more than this.
 */
export async function checkSlug(
  { db, actor }: Context<MerchantActor>,
  { slug }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const [shop] = await db<{ id: string }[]>`
    select id from storefronts where ${ownedBy(db, actor)} and archived_at is null`;
  const { merchantId, mode } = actor;
  // No shop has an empty id: one that is not saved yet has no slug.
  const obstacle = await findObstacle(db, { id: shop?.id ?? "", merchantId, mode, slug });
  return {
    object: "storefront_slug",
    slug,
    available: obstacle === null,
    reason: obstacle?.reason ?? null,
    restsUntil: obstacle?.restsUntil ?? null,
  };
}

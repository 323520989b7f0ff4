import type { Db } from "@/db/client";
import { notFound, Refusal } from "@/lib/core/errors";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import type { Mode } from "@/lib/core/modes";
import type { StoredStorefront } from "@/lib/domain/storefronts/shop/storefront-rows";

/** A published shop, and its merchant's status. */
export type PublicShop = StoredStorefront & { merchantStatus: MerchantStatus };

/**
 * A published shop by its slug, for anybody.
 * @throws Refusal `not_found`: there is none, or it is a draft; with `closed`: it was archived, or its merchant closed
 */
export async function findShop(
  db: Db,
  { slug, mode = "live" }: { slug: string; mode?: Mode },
): Promise<PublicShop> {
  const [row] = await db<PublicShop[]>`
    select f.*, m.status as merchant_status
    from storefront_slugs s
    join storefronts f on f.id = s.storefront_id
    join merchants m on m.id = f.merchant_id
    where s.id = ${`${mode}:${slug}`} and (s.left_by is null or s.left_by = 'archived')`;
  if (!row || row.status === "draft") throw notFound("shop");
  if (row.status === "published" && row.merchantStatus !== "closed") return row;
  throw shopClosed();
}

/**
 * The shop of an order, in any status: a buyer who has paid comes back to it. The address may be a slug that the shop
 * has had before.
 * @returns null when the order isn't of a shop with that slug
 */
export async function findShopOfOrder(
  db: Db,
  { slug, mode, sessionId }: { slug: string; mode: Mode; sessionId: string },
): Promise<PublicShop | null> {
  const [row] = await db<PublicShop[]>`
    select f.*, m.status as merchant_status
    from storefront_orders o
    join storefronts f on f.id = o.storefront_id
    join storefront_slugs s on s.storefront_id = f.id
    join merchants m on m.id = f.merchant_id
    where o.id = ${sessionId} and s.id = ${`${mode}:${slug}`}`;
  return row ?? null;
}

/** The refusal `not_found` with `closed`. */
export const shopClosed = () =>
  new Refusal("not_found", "This shop is closed.", { details: { reason: "closed" } });

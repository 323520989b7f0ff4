import type { Db } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import type { StorefrontStatus } from "@/lib/core/states";
import type { StoredProduct } from "@/lib/domain/storefronts/products/product-rows";
import { shopClosed } from "./find-shop";

/** A product on sale in a shop, of the product's mode. */
export type Offer = StoredProduct & {
  storefrontId: string;
  slug: string;
  shopStatus: StorefrontStatus;
  merchantStatus: MerchantStatus;
  /** It is active, and so is the plan of a subscription. */
  isOnSale: boolean;
  /** By the time of the business. */
  now: Date;
};

/**
 * A product that a shop sells, for anybody. All of it is read at once: this is the way of every purchase.
 * @throws Refusal `not_found`: no such shop, it is a draft, or it does not sell the product; `closed`
 */
export async function findOffer(
  db: Db,
  { slug, productId }: { slug: string; productId: string },
): Promise<Offer> {
  const [offer] = await db<Offer[]>`
    select p.*, f.id as storefront_id, f.slug, f.status as shop_status, m.status as merchant_status,
      p.is_active and coalesce(l.active, true) as is_on_sale, clock_now() as now
    from storefront_products p
    join storefront_slugs s on s.id = p.mode || ':' || ${slug}
    join storefronts f on f.id = s.storefront_id
      and f.merchant_id = p.merchant_id and f.mode = p.mode
    join merchants m on m.id = p.merchant_id
    left join subscription_plans l on l.id = p.plan_id
    where p.id = ${productId} and (s.left_by is null or s.left_by = 'archived')`;
  if (!offer || offer.shopStatus === "draft") throw notFound("product");
  if (offer.shopStatus === "archived" || offer.merchantStatus === "closed") throw shopClosed();
  if (!offer.isOnSale) throw notFound("product");
  return offer;
}

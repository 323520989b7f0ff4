import type { z } from "zod";
import type { Db } from "@/db/client";
import type { storeProduct } from "@/lib/contract/storefronts/public-store";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { imagePath } from "@/lib/domain/platform/images/image-rows";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { StoredProduct } from "@/lib/domain/storefronts/products/product-rows";
import { availableOf } from "@/lib/domain/storefronts/products/view";

/** A product on sale, with its picture. */
export type ShownProduct = StoredProduct & { sha256: Bytes32 | null };

/**
 * The merchant's products on sale: of subscriptions those whose plan is. A `where` clause goes on with `and`.
 */
export const selectShown = (db: Db, owner: { merchantId: string; mode: Mode }) => db`
  select p.*, i.sha256
  from storefront_products p
  left join subscription_plans l on l.id = p.plan_id
  left join image_references i
    on i.merchant_id = p.merchant_id and i.purpose = 'product' and i.subject = p.id
  where ${ownedBy(db, owner, "p")} and p.is_active and (p.plan_id is null or l.active)`;

/** A product as buyers see it. */
export const viewShown = (appUrl: string, row: ShownProduct): z.output<typeof storeProduct> => ({
  ...row,
  object: "store_product",
  imageUrl: row.sha256 && `${appUrl}${imagePath(row.sha256)}`,
  available: availableOf(row),
});

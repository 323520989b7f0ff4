import { notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findProduct, isOnSale } from "./product-rows";
import { isInBrowser, type ProductView, viewProduct } from "./view";

/**
 * Retrieves one of the merchant's products. To a publishable key one that is not on sale is not there.
 * @throws Refusal `not_found`
 */
export async function getProduct(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<ProductView> {
  const row = await findProduct(db, actor, id);
  if (isInBrowser(actor)) {
    const shown =
      await db`select from storefront_products p where p.id = ${id} and ${isOnSale(db)}`;
    if (shown.length === 0) throw notFound("product");
  }
  return viewProduct(row);
}

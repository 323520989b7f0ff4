import { SHOP_PRICE, SHOP_STOCK } from "@/chaos/clients/shop-flows";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { createProduct } from "@/lib/domain/storefronts/products/create-product";
import { publishStorefront } from "@/lib/domain/storefronts/shop/publish-storefront";
import { saveStorefront } from "@/lib/domain/storefronts/shop/save-storefront";

/** Publishes a merchant's shop, with one product of which there are few. */
export async function openShop(ctx: Context<MerchantActor>, index: number) {
  const { id: productId } = await createProduct(ctx, {
    name: "Print",
    description: null,
    price: SHOP_PRICE,
    currency: "USDC",
    type: "one_time",
    interval: null,
    intervalCount: null,
    stock: SHOP_STOCK,
    isActive: true,
  });
  const slug = `prints-${index}`;
  await saveStorefront(ctx, {
    slug,
    name: `Prints ${index}`,
    description: null,
    logoUrl: null,
    coverImageUrl: null,
    accentColor: null,
  });
  await publishStorefront(ctx);
  return { slug, productId };
}

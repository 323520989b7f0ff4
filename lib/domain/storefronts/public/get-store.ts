import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getStore as declaration } from "@/lib/contract/storefronts/public-store";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { shopUrl } from "@/lib/core/storefronts/shop-paths";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { imagePath } from "@/lib/domain/platform/images/image-rows";
import { findShop, type PublicShop } from "./find-shop";
import { type ShownProduct, selectShown, viewShown } from "./shown-products";

/** One answer has no pages: a shop shows so many of its products. */
const MOST = 1_000;

type Input = InputOf<typeof declaration>;
type Output = OutputOf<typeof declaration>;

/**
 * A shop as visitors see it, with the products on sale: by their place, then the older one first.
 * @throws Refusal as `findShop`
 */
export async function getStore(ctx: Context<PublicActor>, input: Input): Promise<Output> {
  return (await readStore(ctx, input)).store;
}

/**
 * The same beside its row.
 * @param input `productId`: with this product alone, if it is on sale
 * @throws Refusal as `findShop`
 */
export async function readStore(
  ctx: Context<PublicActor>,
  input: Input & { productId?: string },
): Promise<{ shop: PublicShop; store: Output }> {
  const shop = await findShop(ctx.db, input);
  return { shop, store: await viewStore(ctx, shop, input.productId) };
}

/**
 * A shop as visitors see it.
 * @param productId with this product alone, if it is on sale
 */
export async function viewStore(
  { db, config }: Context<PublicActor>,
  shop: PublicShop,
  productId?: string,
): Promise<Output> {
  const { id, merchantId } = shop;
  const only = productId === undefined ? db`` : db`and p.id = ${productId}`;
  const products = await db<ShownProduct[]>`
    ${selectShown(db, shop)} ${only} order by p.sort_order, p.created_at, p.id limit ${MOST}`;
  const pictures = await db<{ purpose: string; sha256: Bytes32 }[]>`
    select purpose, sha256 from image_references
    where merchant_id = ${merchantId} and subject = ${id} and sha256 is not null`;
  const urls = new Map(
    pictures.map(({ purpose, sha256 }) => [purpose, `${config.APP_URL}${imagePath(sha256)}`]),
  );
  return {
    ...shop,
    object: "store",
    url: shopUrl(config, shop),
    logoUrl: urls.get("storefront_logo") ?? null,
    coverImageUrl: urls.get("storefront_cover") ?? null,
    sells: shop.merchantStatus === "active",
    products: products.map((product) => viewShown(config.APP_URL, product)),
  };
}

import type { ShopPage, ShopProduct, ThanksPage } from "@/lib/contract/storefronts/hosted-shop";
import { notFound } from "@/lib/core/errors";
import { idPattern } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { withoutBidiControls } from "@/lib/core/text/plain-text";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import { readPayStatus } from "@/lib/domain/payments/hosted-page/pay-status";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findShop, findShopOfOrder, type PublicShop } from "./find-shop";
import { readStore, viewStore } from "./get-store";

interface ShopAddress {
  readonly slug: string;
  readonly mode: Mode;
}

const plain = (text: string | null) => text && withoutBidiControls(text);

const shown = (product: ShopProduct): ShopProduct => ({
  ...product,
  name: withoutBidiControls(product.name),
  description: plain(product.description),
});

/**
 * All that a shop's page shows.
 * @throws Refusal `not_found`; with `closed`
 */
export async function loadShopPage(
  ctx: Context<PublicActor>,
  address: ShopAddress & { productId?: string },
): Promise<ShopPage & { shopId: string }> {
  const { shop, store } = await readStore(ctx, address);
  return { ...(await pageOf(ctx, shop, store)), shopId: shop.id };
}

async function pageOf(
  ctx: Context<PublicActor>,
  row: PublicShop,
  store: Awaited<ReturnType<typeof viewStore>>,
): Promise<ShopPage> {
  const { name, website, supportEmail, logo } = await readHostedMerchant(ctx.db, row);
  const shop = {
    ...store,
    name: withoutBidiControls(store.name),
    description: plain(store.description),
    products: store.products.map(shown),
  };
  return { shop, merchant: { name, website, supportEmail, logo } };
}

/**
 * All that the page of a product shows.
 * @throws Refusal `not_found`: the shop, or the product is not on sale; with `closed`
 */
export async function loadProductPage(
  ctx: Context<PublicActor>,
  address: ShopAddress & { productId: string },
): Promise<ShopPage & { product: ShopProduct }> {
  // Of a path, which may hold what no text of the database can.
  if (!idPattern("product").test(address.productId)) throw notFound("product");
  const page = await loadShopPage(ctx, address);
  const [product] = page.shop.products;
  if (!product) throw notFound("product");
  return { ...page, product };
}

/**
 * The page after a payment, with what was bought where the session is an order of the shop; then in any status of the
 * shop, which may have been unpublished or renamed since the checkout began.
 * @throws Refusal `not_found`; with `closed`
 */
export async function loadThanksPage(
  ctx: Context<PublicActor>,
  { sessionId: asked, ...address }: ShopAddress & { sessionId: string | null },
): Promise<ThanksPage> {
  const sessionId = asked !== null && idPattern("paymentSession").test(asked) ? asked : null;
  const ofOrder = sessionId && (await findShopOfOrder(ctx.db, { ...address, sessionId }));
  const shop = ofOrder || (await findShop(ctx.db, address));
  // No product has an empty id: none is listed.
  const page = await pageOf(ctx, shop, await viewStore(ctx, shop, ""));
  const isOpen = shop.status === "published" && shop.merchantStatus !== "closed";
  const order = sessionId === null ? null : await findOrder(ctx, shop, sessionId);
  return { ...page, isOpen, order };
}

async function findOrder(
  ctx: Context<PublicActor>,
  shop: PublicShop,
  sessionId: string,
): Promise<ThanksPage["order"]> {
  const [order] = await ctx.db<{ name: string }[]>`
    select name from storefront_orders where id = ${sessionId} and storefront_id = ${shop.id}`;
  if (!order) return null;
  const { status } = (await readPayStatus(ctx, sessionId)).status;
  return { sessionId, name: withoutBidiControls(order.name), status };
}

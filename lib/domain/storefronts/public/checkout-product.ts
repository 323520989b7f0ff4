import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { checkoutProduct as declaration } from "@/lib/contract/public-store";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context, GroupedVerb, PublicActor } from "@/lib/domain/platform/context";
import { prepareSale } from "@/lib/domain/storefronts/orders/sale";
import { shopPath } from "@/lib/domain/storefronts/shop/shop-url";
import { type Checkout, openCheckouts } from "./checkouts";
import { findShop, type PublicShop } from "./find-shop";
import { type ShownProduct, selectShown } from "./shown-products";
import { startSubscription } from "./start-subscription";

type Input = InputOf<typeof declaration>;
type Output = OutputOf<typeof declaration>;

/**
 * Buys one piece of a product of a shop: opens its payment session, or leads to the page of its plan. Those that are
 * asked for at the same time are opened together.
 * @throws Refusal `not_found`: no such shop, or it does not sell the product; `closed`
 * @throws Refusal `session_invalid_state` with `out_of_stock`
 * @throws Refusal `permission_denied`: the merchant is suspended or not on the chain
 */
export const checkoutProduct: GroupedVerb<PublicActor, Input, Checkout, Output> = {
  async prepare(ctx, input) {
    const { slug, productId } = input;
    const shop = await findShop(ctx.db, { slug, mode: await modeOf(ctx, productId) });
    const product = await findShown(ctx, shop, productId);
    const start = { email: input.customerEmail ?? null, returnPath: input.returnPath ?? null };
    if (product.planId !== null) {
      return { plan: await startSubscription(ctx, shop, { planId: product.planId, start }) };
    }
    const { APP_URL } = ctx.config;
    const { price: unitPrice, currency, name, stock } = product;
    const item = { productId: product.id, name, unitPrice, currency, quantity: 1 };
    const sale = await prepareSale(
      ctx,
      shop,
      { ...item, isCounted: stock !== null },
      {
        via: "storefront",
        storefrontId: shop.id,
        linkId: null,
        customerEmail: start.email,
        successUrl: `${APP_URL}${start.returnPath ?? shopPath(shop, "/thanks")}`,
        cancelUrl: `${APP_URL}${shopPath(shop, `/p/${product.id}`)}`,
        answers: {},
      },
    );
    return { sale, start };
  },
  runAll: async (db, calls) =>
    (await openCheckouts(db, calls)).map((opened) =>
      opened instanceof Error ? opened : { object: "storefront_checkout", ...opened },
    ),
};

/** A product is of one mode, and so is what it is bought in. */
async function modeOf({ db }: Context, productId: string): Promise<Mode | undefined> {
  const [row] = await db<{ mode: Mode }[]>`
    select mode from storefront_products where id = ${productId}`;
  return row?.mode;
}

async function findShown(
  { db }: Context,
  shop: PublicShop,
  productId: string,
): Promise<ShownProduct> {
  const [row] = await db<ShownProduct[]>`${selectShown(db, shop)} and p.id = ${productId}`;
  if (!row) throw notFound("product");
  return row;
}

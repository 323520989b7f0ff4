import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { checkoutProduct as declaration } from "@/lib/contract/storefronts/public-store";
import { productPath, shopPath } from "@/lib/core/storefronts/shop-paths";
import type { GroupedVerb, PublicActor } from "@/lib/domain/platform/context";
import { outOfStock } from "@/lib/domain/storefronts/orders/open-sales";
import { prepareSale } from "@/lib/domain/storefronts/orders/sale";
import { availableOf } from "@/lib/domain/storefronts/products/view";
import { type Checkout, openCheckouts } from "./checkouts";
import { findOffer } from "./find-offer";
import { startSubscription } from "./start-subscription";

type Input = InputOf<typeof declaration>;
type Output = OutputOf<typeof declaration>;

/**
 * Buys one piece of a product of a shop: opens its payment session, or leads to the page of its plan. Those that are
 * asked for at the same time are opened together.
 * @throws Refusal as `findOffer`
 * @throws Refusal `session_invalid_state` with `out_of_stock`
 * @throws Refusal `permission_denied`: the merchant is suspended or not on the chain
 */
export const checkoutProduct: GroupedVerb<PublicActor, Input, Checkout, Output> = {
  async prepare(ctx, input) {
    const offer = await findOffer(ctx.db, input);
    const { customerEmail: email = null, returnPath = null } = input;
    const start = { email, returnPath, linkId: null };
    if (offer.planId !== null) {
      if (availableOf(offer) === 0) throw outOfStock();
      return { plan: startSubscription(ctx, offer, { planId: offer.planId, start }) };
    }
    const { APP_URL } = ctx.config;
    const { id: productId, price: unitPrice, currency, name, stock, now } = offer;
    const item = { productId, name, unitPrice, currency, quantity: 1, isCounted: stock !== null };
    const sale = await prepareSale(ctx, offer, item, {
      now,
      via: "storefront",
      storefrontId: offer.storefrontId,
      linkId: null,
      customerEmail: start.email,
      successUrl: `${APP_URL}${start.returnPath ?? shopPath(offer, "/thanks")}`,
      cancelUrl: `${APP_URL}${productPath(offer, { id: productId })}`,
      answers: {},
    });
    return { sale, start };
  },
  runAll: async (db, calls) =>
    (await openCheckouts(db, calls)).map((opened) =>
      opened instanceof Error ? opened : { object: "storefront_checkout", ...opened },
    ),
};

import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { checkoutLink as declaration } from "@/lib/contract/storefronts/public-links";
import { type Currency, maxAmount } from "@/lib/core/amounts/money";
import { invalidRequest } from "@/lib/core/errors";
import type { GroupedVerb, PublicActor } from "@/lib/domain/platform/context";
import { prepareSale, type SoldItem } from "@/lib/domain/storefronts/orders/sale";
import { planForQuantity } from "@/lib/domain/storefronts/products/quantity-plans";
import { type Checkout, openCheckouts } from "@/lib/domain/storefronts/public/checkouts";
import { startSubscription } from "@/lib/domain/storefronts/public/start-subscription";
import { checkAnswers, priceOf, requireOpen } from "./check-link-request";
import { findPublicLink, type PublicLink } from "./find-public-link";

type Input = InputOf<typeof declaration>;
type Output = OutputOf<typeof declaration>;

/**
 * Pays by a payment link: opens a payment session, or leads to the page of a plan. Those that are asked for at the same
 * time are opened together.
 * @throws Refusal `not_found`
 * @throws Refusal as `requireOpen`, `checkAnswers` and `priceOf`
 * @throws Refusal `session_invalid_state` with `out_of_stock`
 */
export const checkoutLink: GroupedVerb<PublicActor, Input, Checkout, Output> = {
  async prepare(ctx, input) {
    const found = await findPublicLink(ctx.db, input.id);
    const { link, product } = found;
    requireOpen(found);
    checkAnswers(link, input);
    const start = { email: input.customerEmail ?? null, returnPath: null, linkId: link.id };
    if (product && product.planId !== null) {
      if (input.amount !== undefined) priceOf(link, input.amount);
      const planId = await planForQuantity(ctx, product, input.quantity ?? 1);
      return { plan: startSubscription(ctx, link, { planId, start }) };
    }
    const sale = await prepareSale(ctx, link, itemOf(found, input), {
      now: link.now,
      via: "payment_link",
      storefrontId: null,
      linkId: link.id,
      customerEmail: start.email,
      successUrl: link.successUrl,
      cancelUrl: `${ctx.config.APP_URL}/b/${link.id}`,
      answers: input.answers ?? {},
    });
    return { sale, start };
  },
  runAll: async (db, calls) =>
    (await openCheckouts(db, calls)).map((opened) =>
      opened instanceof Error ? opened : { object: "payment_link_checkout", ...opened },
    ),
};

function itemOf({ link, product }: PublicLink, { quantity = 1, amount }: Input): SoldItem {
  const own = {
    productId: null,
    name: link.name,
    currency: link.currency as Currency,
    isCounted: false,
  };
  const ofProduct = product && {
    productId: product.id,
    name: product.name,
    currency: product.currency,
    isCounted: product.stock !== null,
  };
  const fixed = product ? { ...link, amount: product.price } : link;
  const unitPrice = priceOf(fixed, amount);
  if (unitPrice * BigInt(quantity) > maxAmount) {
    throw invalidRequest("quantity", "The amount is larger than any token can hold.", {
      reason: "amount_too_large",
    });
  }
  return { ...(ofProduct ?? own), unitPrice, quantity };
}

import type { Db } from "@/db/client";
import { Refusal } from "@/lib/core/errors";
import {
  type CheckoutStart,
  withCheckoutStart,
} from "@/lib/domain/payments/hosted-page/checkout-start";
import { openSales } from "@/lib/domain/storefronts/orders/open-sales";
import type { Sale } from "@/lib/domain/storefronts/orders/sale";

/** Where a buyer goes on, and until when. */
export interface OpenedCheckout {
  readonly url: string;
  readonly sessionId: string | null;
  readonly planId: string | null;
  readonly expiresAt: Date;
}

/** A checkout that was checked: of a plan, whose page is there, or of a session to open. */
export type Checkout =
  | { readonly plan: OpenedCheckout }
  | { readonly sale: Sale; readonly start: CheckoutStart };

/** Opens checkouts together. @returns in their order, as `openSales` */
export async function openCheckouts(
  db: Db,
  checkouts: readonly Checkout[],
): Promise<(OpenedCheckout | Refusal)[]> {
  const sold = checkouts.flatMap((one) => ("sale" in one ? [one] : []));
  const sessions = await openSales(
    db,
    sold.map(({ sale }) => sale),
  );
  const opened = new Map(sold.map((one, at) => [one as Checkout, sessions[at]]));
  return checkouts.map((one) => {
    if ("plan" in one) return one.plan;
    const session = opened.get(one);
    if (!session) throw new TypeError("One sale has one answer");
    if (session instanceof Refusal) return session;
    const { id, checkoutUrl, expiresAt } = session;
    const page = { url: checkoutUrl, subject: id, until: expiresAt };
    const start = { email: one.start.email, returnPath: null, linkId: null };
    const url = withCheckoutStart(one.sale.viewer.config, page, start);
    return { url, sessionId: id, planId: null, expiresAt };
  });
}

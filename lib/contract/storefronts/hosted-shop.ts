import type { z } from "zod";
import type { HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";
import type { PayStatusName } from "@/lib/contract/payments/hosted-pay";
import type { getPublicLink } from "./public-links";
import type { store, storeProduct } from "./public-store";

/** What the pages of shops and payment links show. They are rendered on the server alone: amounts are bigint. */

export type ShopProduct = z.output<typeof storeProduct>;
export type Shop = z.output<typeof store>;
export type PublicLink = z.output<typeof getPublicLink.response>;

export interface ShopPage {
  readonly shop: Shop;
  readonly merchant: HostedMerchant;
}

/** The page after a payment. */
export interface ThanksPage extends ShopPage {
  /** Visitors can see the shop. */
  readonly isOpen: boolean;
  /** What was bought; null where the address names no payment of this shop. */
  readonly order: {
    readonly sessionId: string;
    readonly name: string;
    /** As its payment page tells it. */
    readonly status: PayStatusName;
  } | null;
}

export interface LinkPage {
  readonly link: PublicLink;
  readonly merchant: HostedMerchant;
}

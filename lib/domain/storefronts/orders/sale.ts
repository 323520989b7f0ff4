import type { Currency } from "@/lib/core/amounts/money";
import { newId } from "@/lib/core/ids";
import { chooseTerms, type SessionOwner } from "@/lib/domain/payments/sessions/choose-terms";
import type { NewSession } from "@/lib/domain/payments/sessions/insert-sessions";
import { newSession } from "@/lib/domain/payments/sessions/new-session";
import type { SessionViewer } from "@/lib/domain/payments/sessions/view-inserted";
import type { Context } from "@/lib/domain/platform/context";

/** Pieces of a counted stock are reserved for so long. */
const RESERVED_MINUTES = 60;

/** What is sold, as it is now: its session keeps it so. */
export interface SoldItem {
  readonly productId: string | null;
  readonly name: string;
  readonly unitPrice: bigint;
  readonly currency: Currency;
  readonly quantity: number;
  /** Its stock is counted. */
  readonly isCounted: boolean;
}

/** Where it is sold, and what the buyer has said. */
export interface SaleTerms {
  /** By the time of the business. */
  readonly now: Date;
  readonly via: "storefront" | "payment_link";
  readonly storefrontId: string | null;
  readonly linkId: string | null;
  readonly customerEmail: string | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** What the buyer has answered to the fields that were asked for. */
  readonly answers: Readonly<Record<string, string>>;
}

/** A checkout to open: the session, and the order that is written with it. */
export interface Sale {
  readonly owner: SessionOwner["actor"];
  readonly viewer: SessionViewer;
  readonly session: NewSession;
  readonly item: SoldItem;
  readonly terms: SaleTerms;
}

/** How a product is named where several pieces of it are bought. */
const soldName = ({ name, quantity }: Pick<SoldItem, "name" | "quantity">) =>
  quantity === 1 ? name : `${name} × ${quantity}`;

/**
 * Makes the session of a sale, with the product's data as it is now.
 * @throws Refusal as `chooseTerms`
 */
export async function prepareSale(
  { db, chains, config }: Context,
  owner: SessionOwner["actor"],
  item: SoldItem,
  terms: SaleTerms,
): Promise<Sale> {
  const { productId, name, unitPrice, currency, quantity, isCounted } = item;
  const chosen = await chooseTerms({ db, chains, actor: owner }, { currency });
  const product = { id: productId, name, price: unitPrice.toString(), quantity };
  const { linkId, successUrl, cancelUrl, answers } = terms;
  const ends = isCounted ? new Date(terms.now.getTime() + RESERVED_MINUTES * 60_000) : undefined;
  const viewer = { chains, config };
  const wanted = {
    id: newId("paymentSession"),
    status: "pending",
    amount: unitPrice * BigInt(quantity),
    currency,
    description: soldName(item),
    metadata: { ...answers, product, ...(linkId !== null && { paymentLink: linkId }) },
    ...(successUrl !== null && { successUrl }),
    ...(cancelUrl !== null && { cancelUrl }),
    ...(ends && { expiresAt: ends }),
  } as const;
  const session = newSession({ ...viewer, actor: owner }, wanted, chosen, terms.via);
  return { owner, viewer, session, item, terms };
}

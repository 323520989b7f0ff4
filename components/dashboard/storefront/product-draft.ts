import { typedAmount } from "@/lib/client/typed-amount";
import type { SentInput } from "@/lib/contract/endpoint";
import type { createProduct, updateProduct } from "@/lib/contract/storefronts/storefront-products";
import type { Currency } from "@/lib/core/amounts/money";
import { typedText } from "@/lib/core/amounts/read-amount";
import type { ProductType } from "@/lib/core/storefronts/storefront-kinds";
import type { PlanInterval } from "@/lib/core/subscriptions/subscription-kinds";
import type { Product } from "./product-kinds";

/** A product while it is typed. */
export interface ProductDraft {
  readonly name: string;
  readonly description: string;
  readonly type: ProductType;
  readonly price: string;
  readonly currency: Currency;
  readonly interval: PlanInterval;
  readonly intervalCount: string;
  readonly isCounted: boolean;
  readonly stock: string;
  readonly imageUrl: string;
  readonly isActive: boolean;
}

export const newDraft: ProductDraft = {
  name: "",
  description: "",
  type: "one_time",
  price: "",
  currency: "USDC",
  interval: "monthly",
  intervalCount: "1",
  isCounted: false,
  stock: "",
  imageUrl: "",
  isActive: true,
};

/** A product as the form for it begins. */
export const draftOf = (product: Product): ProductDraft => ({
  name: product.name,
  description: product.description ?? "",
  type: product.type,
  price: typedText(product.price),
  currency: product.currency,
  interval: product.interval ?? "monthly",
  intervalCount: String(product.intervalCount ?? 1),
  isCounted: product.stock !== null,
  stock: product.stock === null ? "" : String(product.stock),
  imageUrl: product.imageUrl ?? "",
  isActive: product.isActive,
});

/** The largest `integer` of the database. */
const MOST_PIECES = 2_147_483_647;
const MOST_INTERVALS = 365;

/** A whole number within bounds, as it was typed; null for anything else. */
function wholeNumber(typed: string, least: number, most: number): number | null {
  const number = /^\d{1,10}$/.test(typed.trim()) ? Number(typed) : -1;
  return number >= least && number <= most ? number : null;
}

/** The pieces that were typed; null when that is no such number. */
export const stockOf = ({ stock }: ProductDraft) => wholeNumber(stock, 0, MOST_PIECES);

/** The number of intervals that was typed; null when it is not 1 to 365. */
export const intervalCountOf = ({ intervalCount }: ProductDraft) =>
  wholeNumber(intervalCount, 1, MOST_INTERVALS);

type Input = Omit<SentInput<typeof createProduct>, "sortOrder">;

/** The product as it is sent; null while something is missing or malformed. */
export function fieldsOf(draft: ProductDraft): Required<Input> | null {
  const { type, currency, isActive, isCounted } = draft;
  const name = draft.name.trim();
  const price = typedAmount(draft.price);
  const isOnce = type === "one_time";
  const intervalCount = isOnce ? null : intervalCountOf(draft);
  const stock = isCounted ? stockOf(draft) : null;
  if (name === "" || price === null) return null;
  if ((!isOnce && intervalCount === null) || (isCounted && stock === null)) return null;
  return {
    ...{ name, type, price, currency, intervalCount, stock, isActive },
    description: draft.description.trim() || null,
    interval: isOnce ? null : draft.interval,
    imageUrl: draft.imageUrl.trim() || null,
  };
}

/** The fields of a product that differ from what is stored; the stock of open checkouts is not overwritten. */
export function changeOf(
  product: Product,
  fields: Required<Input>,
): SentInput<typeof updateProduct> {
  const { type: _, ...changeable } = fields;
  const entries = Object.entries(changeable) as [keyof typeof changeable, unknown][];
  // A product whose plan was archived is put on sale again by saying so.
  const isRevived = fields.isActive && !product.onSale;
  const changed = entries.filter(
    ([name, value]) => value !== product[name] || (name === "isActive" && isRevived),
  );
  return { id: product.id, ...Object.fromEntries(changed) };
}

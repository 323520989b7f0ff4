import { changedFields } from "@/lib/client/changed-fields";
import { typedAmount } from "@/lib/client/typed-amount";
import type { SentInput } from "@/lib/contract/endpoint";
import type {
  createPaymentLink,
  updatePaymentLink,
} from "@/lib/contract/storefronts/payment-links";
import type { Currency } from "@/lib/core/amounts/money";
import { type emailRequests, MOST_AT_ONCE } from "@/lib/core/storefronts/storefront-kinds";
import type { PaymentLink } from "./link-state";

export type EmailRequest = (typeof emailRequests)[number];
type Field = PaymentLink["fields"][number];

/** How a link sells: for a fixed price, for an amount that the payer chooses, or a product. */
export const pricings = ["fixed", "chosen", "product"] as const;
export type Pricing = (typeof pricings)[number];

/** A question of the link's page while it is typed. */
export interface DraftField {
  /** Tells the rows of the form apart. */
  readonly row: number;
  /** Under which answers are stored; null for a new question, whose key comes from its label. */
  readonly key: string | null;
  readonly label: string;
  readonly required: boolean;
}

/** The part of a link that can be changed later. */
export interface LinkOptions {
  readonly name: string;
  readonly maxQuantity: string;
  readonly email: EmailRequest;
  readonly fields: readonly DraftField[];
  /** Empty: the payer stays on our page. */
  readonly successUrl: string;
}

/** A link while it is typed. */
export interface LinkDraft extends LinkOptions {
  readonly pricing: Pricing;
  readonly amount: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly currency: Currency;
  readonly productId: string;
}

export const newDraft: LinkDraft = {
  name: "",
  pricing: "fixed",
  amount: "",
  minAmount: "",
  maxAmount: "",
  currency: "USDC",
  productId: "",
  maxQuantity: "1",
  email: "none",
  fields: [],
  successUrl: "",
};

/** What can be changed of a link, as the form for it begins. */
export const optionsOf = (link: PaymentLink): LinkOptions => ({
  name: link.name,
  maxQuantity: String(link.maxQuantity),
  email: link.email,
  fields: link.fields.map((field, row) => ({ ...field, row })),
  successUrl: link.successUrl ?? "",
});

/** The number of pieces that was typed; null when it is not a whole number from 1 to 99. */
export function quantityOf({ maxQuantity }: Pick<LinkOptions, "maxQuantity">): number | null {
  const typed = maxQuantity.trim();
  const quantity = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  return quantity >= 1 && quantity <= MOST_AT_ONCE ? quantity : null;
}

/** Whether the smallest amount that a payer may choose is above the largest. */
export function areBoundsSwapped({ minAmount, maxAmount }: LinkDraft): boolean {
  const [least, most] = [typedAmount(minAmount), typedAmount(maxAmount)];
  return least !== null && most !== null && BigInt(least) > BigInt(most);
}

/** Keys that a session's metadata has for itself. */
const takenKeys = ["product", "paymentLink"];

/** The key of a question: its label in lower case with underscores, unlike every key before it. */
function keyOf(label: string, used: readonly string[]): string {
  const words = label
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 36);
  const base = words === "" ? "answer" : words;
  const names = [base, ...Array.from({ length: 9 }, (_, at) => `${base}_${at + 2}`)];
  return names.find((name) => !used.includes(name)) ?? base;
}

/** The questions as they are sent: a new one gets its key from its label. */
export function fieldsOf(fields: readonly DraftField[]): Field[] {
  const used = [...takenKeys, ...fields.flatMap(({ key }) => key ?? [])];
  return fields.map(({ key: kept, label, required }) => {
    const key = kept ?? keyOf(label, used);
    used.push(key);
    return { key, label: label.trim(), required };
  });
}

type PriceInput = Pick<
  SentInput<typeof createPaymentLink>,
  "amount" | "minAmount" | "maxAmount" | "currency" | "productId"
>;

function priceOf(draft: LinkDraft): PriceInput | null {
  const { pricing, currency, productId } = draft;
  if (pricing === "product") return productId === "" ? null : { productId };
  if (pricing === "fixed") {
    const amount = typedAmount(draft.amount);
    return amount === null ? null : { amount, currency };
  }
  const [minAmount, maxAmount] = [typedAmount(draft.minAmount), typedAmount(draft.maxAmount)];
  if (minAmount === null || maxAmount === null || areBoundsSwapped(draft)) return null;
  return { minAmount, maxAmount, currency };
}

/** The request for a new link; null while something is missing or malformed. */
export function inputOf(draft: LinkDraft): SentInput<typeof createPaymentLink> | null {
  const price = priceOf(draft);
  const name = draft.name.trim();
  const quantity = draft.pricing === "chosen" ? 1 : quantityOf(draft);
  if (name === "" || price === null || quantity === null) return null;
  const successUrl = draft.successUrl.trim();
  return {
    name,
    ...price,
    ...(quantity === 1 ? {} : { maxQuantity: quantity }),
    ...(draft.email === "none" ? {} : { email: draft.email }),
    ...(draft.fields.length === 0 ? {} : { fields: fieldsOf(draft.fields) }),
    ...(successUrl === "" ? {} : { successUrl }),
  };
}

/** What is stored of a link's options; null while something is missing or malformed. */
function storedOf(options: LinkOptions) {
  const maxQuantity = quantityOf(options);
  const name = options.name.trim();
  if (name === "" || maxQuantity === null) return null;
  const { email, fields } = options;
  const successUrl = options.successUrl.trim() || null;
  return { name, maxQuantity, email, fields: fieldsOf(fields), successUrl };
}

/**
 * The request that changes what was typed anew; null while something is missing or malformed.
 * @param began as the form for it began
 */
export function changeOf(
  began: LinkOptions,
  options: LinkOptions,
  id: string,
): SentInput<typeof updatePaymentLink> | null {
  const [before, typed] = [storedOf(began), storedOf(options)];
  return before && typed && { id, ...changedFields(before, typed) };
}

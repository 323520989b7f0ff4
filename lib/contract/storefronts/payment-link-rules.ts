import { z } from "zod";
import { must, says } from "@/lib/contract/fields";
import { maxAmount as most } from "@/lib/core/amounts/money";

const MOST_FIELDS = 3;
/** What stands in a session's `metadata` besides the answers. */
const taken = ["product", "paymentLink"];
const isKey = must("must be a letter and up to 39 letters, digits and underscores");

/** What a link's page asks for, besides an e-mail address. */
export const linkFields = z
  .array(
    z.strictObject({
      key: z
        .string()
        .regex(/^[A-Za-z]\w{0,39}$/, isKey)
        .refine((key) => !taken.includes(key), { message: "is taken" })
        .meta(says("Under which the answer stands in the session's `metadata`", "size")),
      label: z.string().trim().min(1).max(80).meta(says("What the page asks for", "Size")),
      required: z.boolean().meta(says("Whether the payer must answer", true)),
    }),
  )
  .max(MOST_FIELDS)
  .refine((fields) => new Set(fields.map(({ key }) => key)).size === fields.length, {
    message: "must have different keys",
  })
  .meta(says("What else the page asks for, at most three"));

interface LinkPrice {
  readonly productId?: string | null;
  readonly amount?: bigint | null;
  readonly minAmount?: bigint | null;
  readonly maxAmount?: bigint | null;
  readonly currency?: string | null;
  readonly maxQuantity?: number;
}
type PriceField = keyof LinkPrice;

const given = (link: LinkPrice, field: PriceField) =>
  link[field] !== undefined && link[field] !== null;

/** The fields of a link's price that break a rule over several, with what they must be. */
export function linkPriceFaults(link: LinkPrice): [field: PriceField, message: string][] {
  const own = ["amount", "minAmount", "maxAmount", "currency"] as const;
  if (given(link, "productId")) {
    const extra = own.filter((field) => given(link, field));
    return extra.map((field) => [field, "must be left out with a product"]);
  }
  const { amount, minAmount, maxAmount, maxQuantity = 1 } = link;
  const isChosen = given(link, "minAmount") || given(link, "maxAmount");
  const faults: ReturnType<typeof linkPriceFaults> = [];
  if (!isChosen && !given(link, "amount")) faults.push(["amount", "is required without a product"]);
  if (isChosen && given(link, "amount")) faults.push(["amount", "must be left out with bounds"]);
  if (isChosen && !given(link, "minAmount")) faults.push(["minAmount", "is required with bounds"]);
  if (isChosen && !given(link, "maxAmount")) faults.push(["maxAmount", "is required with bounds"]);
  if (!given(link, "currency")) faults.push(["currency", "is required without a product"]);
  if (minAmount && maxAmount && maxAmount < minAmount) {
    faults.push(["maxAmount", "must be at least minAmount"]);
  }
  if (isChosen && maxQuantity > 1) faults.push(["maxQuantity", "must be 1 with bounds"]);
  if (amount && amount * BigInt(maxQuantity) > most) {
    faults.push(["maxQuantity", "must not add up to more than 2^256 − 1"]);
  }
  return faults;
}

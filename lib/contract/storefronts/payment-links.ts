import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  amount,
  currency,
  flagQuery,
  id,
  idInput,
  idParams,
  instant,
  listOf,
  mode,
  must,
  onceDecoded,
  pageQuery,
  says,
} from "@/lib/contract/fields";
import { nameText } from "@/lib/contract/text-forms";
import { urlText } from "@/lib/contract/urls";
import { emailRequests, MOST_AT_ONCE } from "@/lib/core/storefronts/storefront-kinds";
import { linkFields, linkPriceFaults } from "./payment-link-rules";

const tag = "Payment links";

export const linkField = z.object({
  key: z.string().meta(says("Under which the answer stands in the session's `metadata`", "size")),
  label: z.string().meta(says("What the page asks for", "Size")),
  required: z.boolean().meta(says("Whether the payer must answer", true)),
});

const optionalAmount = (text: string) => amount.nullable().meta(says(text));

/** What a link sells for, as its merchant and its payers see it. */
export const linkTerms = {
  amount: optionalAmount("What is paid; null with a product, or where the payer chooses"),
  minAmount: optionalAmount("The least that the payer may choose; null where the price is fixed"),
  maxAmount: optionalAmount("The most that the payer may choose; null where the price is fixed"),
  currency: currency
    .nullable()
    .meta(says("The stablecoin; null with a product, which has its own")),
  maxQuantity: z.number().int().meta(says("How many pieces may be bought at once, 1 to 99", 1)),
  email: z
    .enum(emailRequests)
    .meta(says("Whether the page asks for an e-mail address", "optional")),
  fields: z.array(linkField).meta(says("What else the page asks for, at most three")),
};

export const paymentLink = z
  .object({
    id: id("paymentLink"),
    object: z.literal("payment_link"),
    mode,
    merchantId: id("merchant"),
    name: z.string().meta(says("What is sold, where it is no product", "Consulting")),
    url: z
      .string()
      .meta(says("The page on which it is paid", "https://pay.example/b/link_8fK2mQ0x")),
    productId: id("product").nullable().meta(says("The product; null for an amount of its own")),
    ...linkTerms,
    successUrl: z.string().nullable(),
    active: z.boolean().meta(says("Whether it can be paid", true)),
    timesPaid: z
      .number()
      .int()
      .meta(
        says(
          "How many of its payment sessions were paid, and to how many subscriptions that were charged it has led",
          3,
        ),
      ),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "PaymentLink" });

const pieces = must(`must be 1 to ${MOST_AT_ONCE}`);

const changeable = {
  name: nameText(1, 120),
  maxQuantity: z
    .number()
    .int()
    .min(1, pieces)
    .max(MOST_AT_ONCE, pieces)
    .meta(says("How many pieces may be bought at once, 1 to 99", 1)),
  email: z
    .enum(emailRequests)
    .meta(says("Whether the page asks for an e-mail address", "optional")),
  fields: linkFields,
  active: z.boolean(),
};

export const createPaymentLink = endpoint({
  method: "POST",
  path: "/v1/payment-links",
  tag,
  summary: "Create a payment link",
  description:
    "A page that sells one thing any number of times: a product, something for an amount of its own, or for what the payer chooses between two bounds. A subscription's quantity multiplies its amount; a link to a subscription asks for no fields.",
  auth: "merchant",
  scope: "storefronts_write",
  body: z
    .strictObject({
      name: changeable.name,
      productId: idInput("product").optional().meta(says("What it sells, in place of an amount")),
      amount: amount.optional().meta(says("What is paid", "12500000")),
      minAmount: amount.optional().meta(says("The least that the payer may choose")),
      maxAmount: amount.optional().meta(says("The most that the payer may choose")),
      currency: currency.optional(),
      maxQuantity: changeable.maxQuantity.optional(),
      email: changeable.email.optional(),
      fields: changeable.fields.optional(),
      successUrl: urlText.optional(),
      active: changeable.active.optional(),
    })
    .superRefine((link, { addIssue }) => {
      for (const [field, message] of linkPriceFaults(link)) {
        addIssue({ code: "custom", path: [field], message });
      }
    }, onceDecoded)
    .meta({ example: { name: "Consulting", amount: "95000000", currency: "USDC" } }),
  status: 201,
  response: paymentLink,
});

export const listPaymentLinks = endpoint({
  method: "GET",
  path: "/v1/payment-links",
  tag,
  summary: "List payment links",
  auth: "merchant",
  scope: "storefronts_read",
  query: z.strictObject({
    ...pageQuery,
    active: flagQuery.optional().meta({ description: "`true`: those that can be paid" }),
  }),
  status: 200,
  response: listOf(paymentLink),
});

export const getPaymentLink = endpoint({
  method: "GET",
  path: "/v1/payment-links/{id}",
  tag,
  summary: "Retrieve a payment link",
  auth: "merchant",
  scope: "storefronts_read",
  params: idParams,
  status: 200,
  response: paymentLink,
  errors: ["not_found"],
});

export const updatePaymentLink = endpoint({
  method: "PATCH",
  path: "/v1/payment-links/{id}",
  tag,
  summary: "Update a payment link",
  description:
    "Omitted fields stay unchanged; `active` switches the link off and on. The product and the price can't be changed: to change them, create a new link.",
  auth: "merchant",
  scope: "storefronts_write",
  params: idParams,
  body: z
    .strictObject({
      name: changeable.name.optional(),
      maxQuantity: changeable.maxQuantity.optional(),
      email: changeable.email.optional(),
      fields: changeable.fields.optional(),
      successUrl: urlText.nullable().optional(),
      active: changeable.active.optional(),
    })
    .meta({ example: { active: false } }),
  status: 200,
  response: paymentLink,
  errors: ["not_found"],
});

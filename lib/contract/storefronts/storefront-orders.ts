import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  amount,
  currency,
  id,
  instant,
  listOf,
  mode,
  money,
  pageQuery,
  says,
} from "@/lib/contract/fields";
import { paymentProgress, sessionHold } from "@/lib/contract/payments/payment-sessions";
import { sessionTransitions, statesOf } from "@/lib/core/states";
import { stockStates } from "@/lib/core/storefronts/storefront-kinds";

export const order = z
  .object({
    id: id("paymentSession").meta(says("The payment session's id", "ps_8fK2mQ0xZ7dVbN4tRj1LcW5Y")),
    object: z.literal("storefront_order"),
    mode,
    merchantId: id("merchant"),
    productId: id("product")
      .nullable()
      .meta(says("The product; null for a payment link with a price of its own")),
    storefrontId: id("storefront")
      .nullable()
      .meta(says("The shop that sold it; null for a payment link")),
    linkId: id("paymentLink")
      .nullable()
      .meta(says("The payment link that sold it; null for a shop")),
    name: z.string().meta(says("What it was called when the checkout began", "Coffee, 250 g")),
    quantity: z.number().int().meta(says("How many pieces", 2)),
    unitPrice: amount.meta(says("Of one piece, when the checkout began", "12500000")),
    currency,
    status: z
      .enum(statesOf(sessionTransitions))
      .meta(says("The payment session's status", "confirmed")),
    payment: paymentProgress.meta({
      description:
        "How far a payment on its way is, as in the payment session; null before, and once it is paid",
    }),
    hold: sessionHold,
    amountRefunded: money,
    stock: z
      .enum(stockStates)
      .meta(
        says(
          "`uncounted`: the stock was not counted; `reserved`: until it is paid or cannot be any more; `released`: back on sale; `sold`; `oversold`: paid for when too little was left: deliver later, or refund",
          "sold",
        ),
      ),
    customerEmail: z
      .string()
      .nullable()
      .meta(says("What the buyer gave, unproved", "ada@example.com")),
    paidAt: instant.nullable().meta(says("When its payment was confirmed; null before")),
    createdAt: instant,
  })
  .meta({ id: "StorefrontOrder" });

export const listOrders = endpoint({
  method: "GET",
  path: "/v1/storefront/orders",
  tag: "Storefronts",
  summary: "List orders",
  description:
    "One-time purchases from your shop and payment links, paid or not. Subscriptions are listed under their plans.",
  auth: "merchant",
  scope: "storefronts_read",
  query: z.strictObject({
    ...pageQuery,
    productId: z.string().max(80).optional().meta(says("Only those of this product")),
    linkId: z.string().max(80).optional().meta(says("Only those of this payment link")),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(order),
});

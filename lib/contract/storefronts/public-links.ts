import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { amount, email, id, idParams, mode, must, says } from "@/lib/contract/fields";
import { MOST_AT_ONCE } from "@/lib/core/storefronts/storefront-kinds";
import { linkTerms } from "./payment-links";
import { checkoutAnswer, storeProduct } from "./public-store";

const tag = "Public checkout";

/** Why a link sells nothing now. */
export const linkClosures = [
  "link_inactive",
  "not_on_sale",
  "out_of_stock",
  "merchant_suspended",
  "merchant_closed",
] as const;

export const getPublicLink = endpoint({
  method: "GET",
  path: "/v1/checkout/links/{id}",
  tag,
  summary: "Retrieve a payment link as its payer sees it",
  auth: "none",
  params: idParams,
  status: 200,
  response: z
    .object({
      id: id("paymentLink"),
      object: z.literal("public_payment_link"),
      mode,
      merchantId: id("merchant"),
      name: z.string().meta(says("What is sold", "Consulting")),
      product: storeProduct.nullable().meta(says("The product; null for an amount of its own")),
      ...linkTerms,
      closedBy: z
        .enum(linkClosures)
        .nullable()
        .meta(says("Why nothing can be paid now, as a reason; null where it can")),
    })
    .meta({ id: "PublicPaymentLink" }),
  errors: ["not_found"],
});

const pieces = must(`must be 1 to ${MOST_AT_ONCE}`);

export const checkoutLink = endpoint({
  method: "POST",
  path: "/v1/checkout/links/{id}/checkout",
  tag,
  summary: "Pay by a payment link",
  description:
    "Opens a payment session, which keeps name and price as they are now, or leads to the page of a subscription.",
  auth: "none",
  limit: { group: "link-checkout", requests: 20, seconds: 60 },
  params: idParams,
  body: z.strictObject({
    quantity: z
      .number()
      .int()
      .min(1, pieces)
      .max(MOST_AT_ONCE, pieces)
      .optional()
      .meta(says("How many pieces, 1 by default", 1)),
    amount: amount.optional().meta(says("What the payer chooses to pay", "2500000")),
    customerEmail: email.optional().meta(says("The payer's e-mail address", "ada@example.com")),
    answers: z
      .record(z.string().min(1).max(40), z.string().max(200))
      .optional()
      .meta({ ...says("The answers to the link's fields, by their keys"), examples: [{}] }),
  }),
  status: 201,
  response: z.object(checkoutAnswer("payment_link_checkout")).meta({ id: "PaymentLinkCheckout" }),
  errors: ["not_found", "permission_denied", "session_invalid_state"],
});

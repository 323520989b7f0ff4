import { z } from "zod";
import { endpoint } from "./endpoint";
import { address, email, idParams } from "./fields";
import { paymentSession } from "./payment-sessions";

const tag = "Public checkout";

export const getMerchantCard = endpoint({
  method: "GET",
  path: "/v1/checkout/merchants/{id}",
  tag,
  summary: "Retrieve a merchant's brand card",
  auth: "none",
  params: idParams,
  status: 200,
  response: z
    .object({
      object: z.literal("merchant_card"),
      id: z.string(),
      businessName: z.string(),
      logoUrl: z.string().nullable(),
      walletAddress: address.nullable(),
    })
    .meta({ id: "MerchantCard" }),
  errors: ["not_found"],
});

export const getPublicSession = endpoint({
  method: "GET",
  path: "/v1/checkout/sessions/{id}",
  tag,
  summary: "Retrieve a payment session as its payer sees it",
  description: "The session's shape, with empty `metadata` and without the customer.",
  auth: "none",
  params: idParams,
  status: 200,
  response: paymentSession,
  errors: ["not_found"],
});

export const recordSessionPayer = endpoint({
  method: "POST",
  path: "/v1/checkout/sessions/{id}/payer",
  tag,
  summary: "Tell who is about to pay a session",
  description:
    "Creates the customer of the wallet, or adds to the e-mails seen for it, and links the session.",
  auth: "none",
  params: idParams,
  body: z.strictObject({ email, walletAddress: address }),
  status: 201,
  response: z.object({
    object: z.literal("checkout_payer"),
    sessionId: z.string(),
    recorded: z.boolean(),
  }),
  errors: ["not_found", "session_invalid_state"],
});

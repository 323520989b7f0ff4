import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, id, idParams, instant, says, uint256 } from "@/lib/contract/fields";
import { relayPaymentBody, relaySubscriptionBody } from "./relay";

const tag = "Public checkout";

/** How many messages a payment takes. */
export const signingForms = ["one_signature", "two_signatures"] as const;
export type SigningForm = (typeof signingForms)[number];

const typedFields = z.array(
  z.object({
    name: z.string().meta(says("The field's name", "value")),
    type: z.string().meta(says("Its Solidity type", "uint256")),
  }),
);

/** As `eth_signTypedData_v4` takes it, as JSON. */
const typedData = z
  .object({
    types: z.record(z.string(), typedFields).meta(says("The types, `EIP712Domain` among them")),
    primaryType: z.string(),
    domain: z
      .object({
        name: z.string().meta(says("The contract's name in its domain", "USDC")),
        version: z.string().meta(says("The version of its domain", "2")),
        chainId: z.number().int(),
        verifyingContract: address.meta(says("The contract that verifies the signature")),
      })
      .meta(says("The domain (EIP-712) of the contract that verifies the signature")),
    message: z
      .record(z.string(), z.string())
      .meta(says("The values to sign; numbers are decimal digits")),
  })
  .meta({ id: "TypedData" });

const blank = z.null().meta(says("A blank: the signature of the message that `fills` it"));

const messagesOf = <const Blanks extends readonly string[]>(blanks: Blanks) =>
  z
    .array(
      z.object({
        fills: z.enum(blanks).meta(says("The blank of `relay.body` for the signature")),
        meaning: z
          .string()
          .meta(says("What the signature allows, in words", "Allows the processor …")),
        typedData: typedData.meta(
          says("What is signed (EIP-712), as `eth_signTypedData_v4` takes it"),
        ),
      }),
    )
    .meta(says("The messages to sign, in any order"));

const relayOf = <const Path extends string, Blanks extends readonly string[], B extends z.ZodType>(
  path: Path,
  blanks: Blanks,
  body: B,
) =>
  z
    .object({
      method: z.literal("POST").meta(says("The method of the relay's endpoint")),
      path: z.literal(path).meta(says("The path of the relay's endpoint")),
      body: body.meta(says("The body to send once its blanks are filled")),
      blanks: z.array(z.enum(blanks)).meta(says("The fields of `body` that take the signatures")),
    })
    .meta(says("The request that relays what was signed, with a key that has `relay_write`"));

const until = {
  signBefore: instant.meta(
    says("Until when the network takes what is signed", "2026-04-27T12:15:00.000Z"),
  ),
};

const paymentBlanks = ["authSignature", "intentSignature"] as const;
const { idempotencyKey, token, auth, ref, salt } = relayPaymentBody.shape;
const merchantId = relayPaymentBody.shape.merchantId.meta(
  says("The merchant's id in the on-chain registry", "17"),
);

export const requestSessionSigning = endpoint({
  method: "POST",
  path: "/v1/checkout/sessions/{id}/signing",
  tag,
  summary: "Word what a payer signs for a session",
  description:
    "What the hosted page would have this payer's wallet sign (EIP-712), and the body of `POST /v1/relay/payments` with a blank for each signature. A payer has one authorization of a session at a time, here and there: another `form` or nonce is 409 `authorization_pending` until it can no longer be executed. `chainId` moves the session there first, if it may. 60 an hour, payer and session.",
  auth: "none",
  params: idParams,
  body: z.strictObject({
    payer: address.meta(says("The wallet that signs and pays")),
    form: z
      .enum(signingForms)
      .optional()
      .meta(
        says(
          "An authorization alone, or with a `PaymentIntent`. By default as before, at first `one_signature`",
          "one_signature",
        ),
      ),
    chainId: z.number().int().optional(),
  }),
  status: 201,
  response: z
    .object({
      object: z.literal("payment_signing"),
      sessionId: id("paymentSession"),
      payer: address,
      form: z.enum(signingForms).meta(says("How many messages the payment takes")),
      messages: messagesOf(paymentBlanks),
      terms: typedData
        .nullable()
        .meta(says("With one signature: its EIP-712 digest is the nonce. No wallet signs it")),
      relay: relayOf(
        "/v1/relay/payments",
        paymentBlanks,
        z.object({
          idempotencyKey,
          sessionId: id("paymentSession"),
          merchantId,
          token,
          auth,
          ref,
          salt,
          authSignature: blank,
          intentSignature: blank.optional(),
        }),
      ),
      ...until,
    })
    .meta({ id: "PaymentSigning" }),
  errors: ["not_found", "session_invalid_state", "idempotency_error"],
});

const subscriptionBlanks = ["permitSignature", "intentSignature"] as const;
const { amount, interval, endAt, permitData } = relaySubscriptionBody.shape;
const startAt = relaySubscriptionBody.shape.startAt.meta(
  says("Unix seconds: when the first charge falls due", "1777292100"),
);

const unixSeconds = (text: string) => uint256.optional().meta(says(text, "1777292100"));

export const requestPlanSigning = endpoint({
  method: "POST",
  path: "/v1/checkout/plans/{id}/signing",
  tag,
  summary: "Word what a payer signs for a plan",
  description:
    "The permit (EIP-2612) and the `SubscriptionIntent` (EIP-712) that the hosted page would ask this payer's wallet for, and the body of `POST /v1/relay/subscriptions` with a blank for each signature. Both name the permit's current nonce, so that of several that are signed only one can be enrolled. 60 an hour, payer and plan.",
  auth: "none",
  params: idParams,
  body: z.strictObject({
    payer: address.meta(says("The wallet that signs and pays")),
    startAt: unixSeconds(
      "Unix seconds: when the first charge falls due. By default now, after the plan's trial, or where the payer's subscription of the plan ends",
    ),
    endAt: unixSeconds(
      "Unix seconds: no charges are made from this time. By default after the plan's cycles, or a year of a plan without end (three of a yearly one)",
    ),
  }),
  status: 201,
  response: z
    .object({
      object: z.literal("subscription_signing"),
      planId: id("plan"),
      payer: address,
      messages: messagesOf(subscriptionBlanks),
      relay: relayOf(
        "/v1/relay/subscriptions",
        subscriptionBlanks,
        z.object({
          idempotencyKey,
          subscriptionInternalId: id("plan").meta(says("The plan")),
          merchantId,
          token,
          amount,
          interval,
          startAt,
          endAt,
          permitData,
          permitSignature: blank,
          intentSignature: blank,
        }),
      ),
      ...until,
    })
    .meta({ id: "SubscriptionSigning" }),
  errors: ["not_found", "session_invalid_state", "permission_denied"],
});

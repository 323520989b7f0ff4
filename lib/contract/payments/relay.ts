import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  bytes32,
  chainIdInput,
  hexBytes,
  id,
  instant,
  mode,
  must,
  onceDecoded,
  registryInput,
  uint96,
  uint256,
} from "@/lib/contract/fields";

const tag = "Relay";

const splitSignature = z.strictObject({
  v: z
    .number()
    .int()
    .refine((v) => [0, 1, 27, 28].includes(v), must("must be 0, 1, 27 or 28")),
  r: bytes32,
  s: bytes32,
});

/** `{v, r, s}`, or the bytes that a smart-contract wallet verifies (ERC-1271). */
const signature = z.union([splitSignature, hexBytes], must("must be {v, r, s}, or bytes in hex"));
export type SignatureInput = z.output<typeof signature>;

const idempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,128}$/, must("must be 1 to 128 letters, digits, _, . or -"));

const exampleAddress = "0x52908400098527886E0F7030069857D2E4169EE7";
const exampleHash = "0x8c1e0e5a4e0b5b1f0d5a6f0d2c8bd7a14f9e3c60b7d21a5e94c3f8a6b0d1e2f3";
const exampleSignature = { v: 27, r: exampleHash, s: exampleHash };

/** With one signature the salt takes the place of the intent's signature. */
export const relayPaymentBody = z
  .strictObject({
    idempotencyKey,
    merchantId: uint256.meta({ description: "The merchant's id in the on-chain registry" }),
    token: address,
    auth: z.strictObject({
      from: address,
      amount: uint256,
      validAfter: uint256,
      validBefore: uint256,
      nonce: bytes32,
    }),
    ref: bytes32,
    authSignature: signature,
    intentSignature: signature.optional(),
    salt: uint96.optional(),
    sessionId: z.string().min(1).max(80).optional(),
    chainId: chainIdInput.optional(),
    registry: registryInput.optional(),
  })
  .superRefine(({ intentSignature, salt }, { addIssue }) => {
    if ((intentSignature === undefined) !== (salt === undefined)) return;
    const message = salt === undefined ? "is required" : "cannot be given with a salt";
    addIssue({ code: "custom", path: ["intentSignature"], message });
  }, onceDecoded)
  .meta({
    example: {
      idempotencyKey: "order-7",
      merchantId: "17",
      token: exampleAddress,
      auth: {
        from: exampleAddress,
        amount: "2500000",
        validAfter: "0",
        validBefore: "1777292100",
        nonce: exampleHash,
      },
      ref: exampleHash,
      authSignature: exampleSignature,
      intentSignature: exampleSignature,
      sessionId: "ps_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
    },
  });

/** Seconds, and unix seconds, are digits as amounts are, but for the interval. */
export const relaySubscriptionBody = z
  .strictObject({
    idempotencyKey,
    merchantId: uint256.meta({ description: "The merchant's id in the on-chain registry" }),
    token: address,
    amount: amount.meta({
      description: "The maximum for one period, in the token's smallest unit",
    }),
    interval: z
      .number()
      .int()
      .positive(must("must be a number of seconds above 0"))
      .meta({ description: "Seconds between two charges" }),
    startAt: uint256.meta({ description: "Unix seconds: when the first charge falls due" }),
    endAt: uint256.meta({
      description: "Unix seconds: no charges are made from this time; 0 for no end",
    }),
    permitData: z.strictObject({ owner: address, value: uint256, deadline: uint256 }).meta({
      description: "The token's permit (EIP-2612) to the contract for subscriptions",
    }),
    permitSignature: signature,
    intentSignature: signature,
    subscriptionInternalId: z.string().min(1).max(80).optional().meta({
      description:
        "The plan, or the payer's own pending subscription whose enrolment failed. The intent's `ref` is keccak256 of the plan's id, and zero without a plan",
    }),
    chainId: chainIdInput.optional(),
    registry: registryInput.optional(),
  })
  .meta({
    example: {
      idempotencyKey: "member-7",
      merchantId: "17",
      token: exampleAddress,
      amount: "9000000",
      interval: 2_592_000,
      startAt: "1777292100",
      endAt: "1808396100",
      permitData: { owner: exampleAddress, value: "108000000", deadline: "1777293000" },
      permitSignature: exampleSignature,
      intentSignature: exampleSignature,
      subscriptionInternalId: "plan_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
    },
  });

export const submissionStatuses = ["queued", "submitted", "mined", "confirmed", "failed"] as const;
export const submissionOutcomes = ["pending", "unknown", "succeeded", "failed"] as const;

export const relaySubmission = z
  .object({
    id: id("relaySubmission"),
    object: z.literal("relay_submission"),
    mode,
    idempotencyKey: z.string(),
    kind: z.enum(["payment", "subscription"]).meta({ description: "The payment that is settled" }),
    status: z.enum(submissionStatuses),
    outcome: z.enum(submissionOutcomes),
    txHash: bytes32.nullable(),
    attempts: z.array(
      z.object({
        txHash: bytes32,
        kind: z
          .enum(["payload", "noop"])
          .meta({ description: "Whether it settles, or only uses up its nonce" }),
        createdAt: instant,
      }),
    ),
    failureCode: z.string().nullable(),
    retryable: z.boolean().meta({
      description: "The payer may sign again: no earlier signature can still be executed",
    }),
    payer: address,
    paymentId: bytes32,
    sessionId: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    transactionId: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "RelaySubmission" });

export const relayPayment = endpoint({
  method: "POST",
  path: "/v1/relay/payments",
  tag,
  summary: "Relay a signed payment",
  description:
    "Settles the payer's EIP-3009 authorization on chain, with what binds it to merchant and session: the payer's signature of the payment intent (EIP-712), or the `salt` of `PaymentTerms`, whose EIP-712 digest is then the authorization's nonce. Answers at once with the submission; poll it, or wait for the webhook. The same key with the same payload answers with the current state.",
  auth: "relay",
  scope: "relay_write",
  needs: "processor",
  body: relayPaymentBody,
  status: 201,
  response: relaySubmission,
  errors: ["not_found", "session_invalid_state", "idempotency_error", "permission_denied"],
});

export const relaySubscription = endpoint({
  method: "POST",
  path: "/v1/relay/subscriptions",
  tag,
  summary: "Relay a signed subscription",
  description:
    "Takes the payer's permit (EIP-2612) and `SubscriptionIntent` (EIP-712) and enrols the payer on chain; a first charge that is due is made with it. The intent names the permit's nonce, which must be the token's current one, or the one before it where the permit was used already; the permit must hold what the payer's other subscriptions may still charge, too. Answers at once with the submission; poll it, or wait for the webhook. The same key with the same payload answers with the current state.",
  auth: "relay",
  scope: "relay_write",
  needs: "subscriptions",
  body: relaySubscriptionBody,
  status: 201,
  response: relaySubmission,
  errors: ["not_found", "session_invalid_state", "idempotency_error", "permission_denied"],
});

export const getSubmission = endpoint({
  method: "GET",
  path: "/v1/relay/submissions/{idempotencyKey}",
  tag,
  summary: "Retrieve a relay submission",
  auth: "relay",
  scope: "relay_read",
  params: z.strictObject({ idempotencyKey: z.string().min(1).max(128) }),
  status: 200,
  response: relaySubmission,
  errors: ["not_found"],
});

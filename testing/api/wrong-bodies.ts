import {
  rightLines,
  rightParties,
  wrongContact,
  wrongKeys,
  wrongLines,
  wrongMerchants,
  wrongParties,
} from "./wrong-resources";
import { wrongStorefronts } from "./wrong-storefronts";
import {
  addresses,
  auths,
  chars,
  deep,
  digits,
  emails,
  hash,
  hookUrls,
  inAnHour,
  kinds,
  metadata,
  most,
  permits,
  returnUrls,
  rightMetadata,
  signatures,
  text,
  textOrNull,
  wrongDigits,
  wrongEmails,
  wrongPositions,
} from "./wrong-values";

/**
 * What each endpoint's body must and must not hold, written out by hand: asking the schema under test
 * would let a loosened one pass.
 */
interface BodyRules {
  readonly required: readonly string[];
  /** Values that each field refuses, with those of its sort. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
  /** Values that each field takes at its bounds. */
  readonly right?: Readonly<Record<string, readonly unknown[]>>;
}

export const wrongBodies: Readonly<Record<string, BodyRules>> = {
  createSession: {
    required: ["amount", "currency"],
    wrong: {
      amount: text("0", "00", "01", ...wrongDigits),
      currency: text("", "usdc", "USD", "DAI"),
      description: text(chars(501)),
      successUrl: returnUrls,
      cancelUrl: returnUrls,
      metadata,
      customerId: text("", "cus_1", "ps_000000000000000000000000"),
      expiresAt: text("", "tomorrow", "2026-04-27", "2026-04-27T12:00:00", "2026-13-27T12:00:00Z"),
      chainId: [null, "31337", 0, -1, 1.5, true, {}],
    },
    right: {
      amount: ["1", most.toString()],
      currency: ["USDC", "EURC"],
      description: ["", chars(500)],
      successUrl: ["https://shop.example/{SESSION_ID}"],
      metadata: rightMetadata,
      expiresAt: [inAnHour()],
      chainId: [31_337],
    },
  },
  relayPayment: {
    required: [
      ...["idempotencyKey", "merchantId", "token", "auth", "ref"],
      ...["authSignature", "intentSignature"],
    ],
    wrong: {
      idempotencyKey: text("", "a b", "ä", "a/b", chars(129)),
      merchantId: digits,
      token: addresses,
      auth: auths,
      ref: hash,
      authSignature: signatures,
      intentSignature: signatures,
      salt: text(...wrongDigits, (2n ** 96n).toString()),
      sessionId: text("", chars(81)),
      chainId: [null, "31337", 0, -1, 1.5, true, {}],
    },
  },
  relaySubscription: {
    required: [
      ...["idempotencyKey", "merchantId", "token", "amount", "interval", "startAt", "endAt"],
      ...["permitData", "permitSignature", "intentSignature"],
    ],
    wrong: {
      idempotencyKey: text("", "a b", "ä", "a/b", chars(129)),
      merchantId: digits,
      token: addresses,
      amount: text("0", "00", "01", ...wrongDigits),
      interval: [null, "86400", 0, -1, 1.5, true, {}, [], 1e300],
      startAt: digits,
      endAt: digits,
      permitData: permits,
      permitSignature: signatures,
      intentSignature: signatures,
      subscriptionInternalId: text("", chars(81)),
      chainId: [null, "31337", 0, -1, 1.5, true, {}],
    },
  },
  upsertCustomer: {
    required: ["walletAddress"],
    wrong: {
      walletAddress: addresses,
      email: textOrNull(...wrongEmails),
      name: textOrNull("", chars(201)),
      externalRef: textOrNull("", chars(201)),
      metadata,
    },
    right: {
      walletAddress: [`0x${"ab".repeat(20)}`],
      email: [null],
      name: ["x", chars(200), null],
      externalRef: [chars(200), null],
      metadata: [{}, { [chars(40)]: chars(500) }, { deep: deep(8), none: null }],
    },
  },
  createInvoice: {
    required: ["lineItems", "currency"],
    wrong: {
      lineItems: wrongLines,
      currency: text("", "usdc", "USD", "DAI"),
      customerName: text("", chars(201)),
      customerEmail: text(
        ...wrongEmails,
        "ada@example.com\n",
        "ada@example.com\r\nBcc: eve@x.example",
      ),
      note: text(chars(2_001)),
      dueInDays: [null, "7", 0, -1, 1.5, 91, true, {}],
      seller: wrongParties,
      buyer: wrongParties,
      serviceDate: text("", "tomorrow", "2026-13-01", "2026-02-30", "2026-04-27T12:00:00Z"),
      buyerReference: text("", chars(201)),
      chainId: [null, "31337", 0, -1, 1.5, true, {}],
    },
    right: {
      lineItems: rightLines,
      currency: ["USDC", "EURC"],
      customerName: [chars(200)],
      note: ["", chars(2_000)],
      dueInDays: [1, 90],
      seller: rightParties,
      buyer: rightParties,
      serviceDate: ["2024-02-29"],
      chainId: [31_337],
    },
  },
  createPlan: {
    required: ["name", "amount", "currency", "interval"],
    wrong: {
      name: text("", chars(121)),
      amount: text("0", "00", "01", ...wrongDigits, (2n ** 96n).toString()),
      currency: text("", "usdc", "USD", "DAI"),
      interval: text("", "Monthly", "hourly", "2592000"),
      description: text(chars(2_001)),
      intervalCount: [null, "1", 0, -1, 1.5, 366, true, {}],
      trialDays: [null, "1", -1, 1.5, 366, true, {}],
      maxCycles: [null, "1", 0, -1, 1.5, 10_001, true, {}],
      metadata,
      chainId: [null, "31337", 0, -1, 1.5, true, {}],
    },
    right: {
      name: ["x", chars(120)],
      amount: ["1", (2n ** 96n - 1n).toString()],
      currency: ["USDC", "EURC"],
      interval: ["daily", "weekly", "monthly", "quarterly", "yearly"],
      description: ["", chars(2_000)],
      intervalCount: [1, 365],
      trialDays: [0, 365],
      maxCycles: [1, 10_000],
      metadata: rightMetadata,
      chainId: [31_337],
    },
  },
  cancelSubscription: { required: [], wrong: { reason: text(chars(501)) } },
  createRefund: {
    required: ["transactionId", "amount", "reason"],
    wrong: {
      transactionId: text("", "txn 1", "txn/1", chars(65)),
      amount: text("0", "00", "01", ...wrongDigits),
      reason: text("", "because", "Other"),
      note: text(chars(501)),
    },
    right: {
      amount: ["1"],
      reason: ["customer_request", "product_issue", "duplicate_charge", "fraudulent", "other"],
      note: ["", chars(500)],
    },
  },
  recordRefundSignature: { required: ["refundTxHash"], wrong: { refundTxHash: hash } },
  updateWebhookEndpoint: {
    required: [],
    wrong: { url: hookUrls, events: kinds, description: textOrNull(chars(201)) },
    right: { description: [chars(200), null, ""] },
  },
  verifyChallenge: {
    required: ["token"],
    wrong: { token: text("", chars(4_097)) },
  },
  syncMerchant: { required: ["accessToken"], wrong: { accessToken: ["", null, 1, true, {}, []] } },
  advanceClock: {
    required: [],
    wrong: {
      by: text("", "1", "0d", "1w", "-1d", "1.5h"),
      to: text("", "tomorrow", "2026-04-27", "2026-13-27T12:00:00Z"),
    },
    right: { by: ["1s"] },
  },
  createWebhookReplay: {
    required: [],
    wrong: {
      fromPosition: wrongPositions,
      toPosition: wrongPositions,
      createdAfter: text("", "tomorrow", "2026-04-27", "2026-13-27T12:00:00Z"),
      createdBefore: text("", "tomorrow", "2026-04-27", "2026-13-27T12:00:00Z"),
      types: kinds,
    },
  },
  ...wrongMerchants,
  ...wrongKeys,
  ...wrongContact,
  ...wrongStorefronts,
  createWebhookEndpoint: {
    required: ["url", "events", "mode"],
    wrong: {
      url: hookUrls,
      events: kinds,
      mode: text("", "Test", "staging"),
      description: text(chars(201)),
    },
    right: { description: ["", chars(200)] },
  },
  recordSessionPayer: {
    required: ["email", "walletAddress"],
    wrong: { email: emails, walletAddress: addresses },
  },
  recordPlanPayer: {
    required: ["email", "walletAddress"],
    wrong: { email: emails, walletAddress: addresses },
  },
};

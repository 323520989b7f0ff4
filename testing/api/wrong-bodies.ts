import { agentCapabilities } from "@/lib/core/agents/capabilities";
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
  auths,
  chars,
  inAnHour,
  metadata,
  most,
  permits,
  returnUrls,
  rightMetadata,
  signatures,
  text,
  wrongDigits,
  wrongHookUrls,
} from "./wrong-values";

/**
 * What an endpoint's body must and must not hold where its JSON Schema, from which the other values follow, does
 * not show it: rules over several fields, and what code alone checks. The snapshot of the description tells of a
 * schema that was loosened.
 */
interface BodyRules {
  /** In place of what the schema requires. */
  readonly required?: readonly string[];
  /** Further values that a field refuses. */
  readonly wrong?: Readonly<Record<string, readonly unknown[]>>;
  /** Values that each field takes at its bounds. */
  readonly right?: Readonly<Record<string, readonly unknown[]>>;
}

const beyondUint96 = [(2n ** 96n).toString()];

export const wrongBodies: Readonly<Record<string, BodyRules>> = {
  createSession: {
    wrong: { amount: wrongDigits, successUrl: returnUrls, cancelUrl: returnUrls, metadata },
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
      merchantId: wrongDigits,
      auth: auths,
      authSignature: signatures,
      intentSignature: signatures,
      salt: [...wrongDigits, ...beyondUint96],
    },
  },
  relaySubscription: {
    wrong: {
      merchantId: wrongDigits,
      amount: wrongDigits,
      startAt: wrongDigits,
      endAt: wrongDigits,
      permitData: permits,
      permitSignature: signatures,
      intentSignature: signatures,
    },
  },
  requestPlanSigning: { wrong: { startAt: wrongDigits, endAt: wrongDigits } },
  updateCustomer: {
    wrong: { metadata },
    right: {
      email: [null],
      name: ["x", chars(200), null],
      externalRef: [chars(200), null],
      metadata: rightMetadata.filter((value) => Object.keys(value).length < 50),
    },
  },
  upsertCustomer: {
    wrong: { metadata },
    right: {
      walletAddress: [`0x${"ab".repeat(20)}`],
      email: ["ada@example.com"],
      name: ["x", chars(200)],
      externalRef: [chars(200)],
      metadata: rightMetadata.filter((value) => Object.keys(value).length < 50),
    },
  },
  createInvoice: {
    wrong: {
      lineItems: wrongLines,
      seller: wrongParties,
      buyer: wrongParties,
      serviceDate: ["2026-04-27T12:00:00Z"],
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
    wrong: { amount: [...wrongDigits, ...beyondUint96], metadata },
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
  createRefund: {
    wrong: { amount: wrongDigits },
    right: {
      amount: ["1"],
      reason: ["customer_request", "product_issue", "duplicate_charge", "fraudulent", "other"],
      note: ["", chars(500)],
    },
  },
  createWebhookEndpoint: {
    wrong: { url: wrongHookUrls },
    right: { description: ["", chars(200)] },
  },
  updateWebhookEndpoint: {
    wrong: { url: wrongHookUrls },
    right: { description: [chars(200), null, ""] },
  },
  // What a key may change.
  updateAgentConfig: {
    right: {
      enabledCapabilities: [[], agentCapabilities.filter((name) => name !== "commerce")],
      recovery: [
        { notificationTemplate: null },
        { notificationTemplate: chars(2_000), gracePeriodHours: 24, strategy: "once" },
      ],
      cashflow: [
        { minimumLiquidReserveCents: 0 },
        { minimumLiquidReserveCents: Number.MAX_SAFE_INTEGER },
      ],
    },
  },
  advanceClock: {
    wrong: {
      by: text("", "1", "0d", "1w", "-1d", "1.5h"),
      to: text("", "tomorrow", "2026-04-27", "2026-13-27T12:00:00Z"),
    },
    right: { by: ["1s"] },
  },
  ...wrongMerchants,
  ...wrongKeys,
  ...wrongContact,
  ...wrongStorefronts,
};

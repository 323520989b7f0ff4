import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { registry } from "@/lib/contract/registry";
import { newId } from "@/lib/core/ids";
import { makeSamples } from "./api-samples";
import { type ApiCall, type ApiMerchant, type ApiTarget, openApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";
import { watchRefusals } from "./watch-refusals";

/*
 * Requests in good form that a rule of their endpoint refuses: they get further than any malformed one. The
 * target fails them when they have written a row.
 */
let target: ApiTarget;
let ada: ApiMerchant;
let bob: ApiMerchant;
let samples: Record<string, Sample>;

beforeAll(async () => {
  target = await watchRefusals(await openApiTarget());
  ada = await target.addMerchant();
  bob = await target.addMerchant();
  samples = await makeSamples(target, ada, "test");
});
afterAll(() => target.close());

const order = { amount: "5000000", currency: "USDC" };
const newWallet = () => `0x${randomBytes(20).toString("hex")}`;

/** Calls an endpoint with its sample, changed. */
function callOf(
  name: string,
  change: {
    id?: string;
    query?: Record<string, string>;
    body?: Record<string, unknown>;
    key?: string;
  } = {},
): ApiCall {
  const endpoint = registry.get(name);
  if (!endpoint) throw new Error(`${name} is not declared`);
  const sample = samples[name];
  const id = change.id ?? sample?.params?.id ?? "";
  return {
    method: endpoint.method,
    path: endpoint.path
      .replace("{id}", id)
      .replace(/\{(\w+)\}/g, (_, name) => sample?.params?.[name] ?? ""),
    headers: {
      "content-type": "application/json",
      ...(endpoint.auth === "none"
        ? {}
        : { authorization: `Bearer ${change.key ?? ada.keys.test}` }),
    },
    query: change.query,
    body: { ...sample?.body, ...change.body },
  };
}

async function accepted(call: ApiCall): Promise<Record<string, unknown>> {
  const { status, body } = await target.send(call);
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

async function idOf(call: ApiCall): Promise<string> {
  return String((await accepted(call)).id);
}

async function cancelled(): Promise<string> {
  const id = await idOf(callOf("createSession"));
  await accepted(callOf("cancelSession", { id }));
  return id;
}

async function cancelledRefund(): Promise<string> {
  const id = await idOf(callOf("createRefund"));
  await accepted(callOf("cancelRefund", { id }));
  return id;
}

async function archived(): Promise<string> {
  const id = await idOf(callOf("createPlan"));
  await accepted(callOf("archivePlan", { id }));
  return id;
}

async function archivedProduct(): Promise<string> {
  const id = await idOf(callOf("createProduct"));
  await accepted(callOf("archiveProduct", { id }));
  return id;
}

/** A slug that no shop has had. */
const newSlug = () => `shop-${randomBytes(8).toString("hex")}`;

/** Saves the merchant's shop under a new slug, and archives it. */
async function archivedShop(): Promise<string> {
  const slug = newSlug();
  await accepted(callOf("saveStorefront", { body: { slug } }));
  await accepted(callOf("archiveStorefront"));
  return slug;
}

const manyKeys = (prefix: string) =>
  Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${prefix}${n}`, "x"]));

async function disableEndpoint(): Promise<void> {
  await accepted(callOf("disableWebhookEndpoint"));
}

async function useUp(name: string): Promise<ApiCall> {
  await accepted(callOf("enableWebhookEndpoint"));
  for (let count = 0; count < 10; count += 1) await accepted(callOf(name));
  return callOf(name);
}

type Case = [name: string, reason: string, prepare: () => Promise<ApiCall> | ApiCall];

const cases: Case[] = [
  [
    "updateAgentConfig",
    "session_required",
    () => callOf("updateAgentConfig", { body: { commerce: { monthlySpendCapUsdCents: 1 } } }),
  ],
  [
    "createSession",
    "customer_unknown",
    async () => {
      const body = { walletAddress: newWallet() };
      const customerId = await idOf(callOf("upsertCustomer", { key: bob.keys.test, body }));
      return callOf("createSession", { body: { ...order, customerId } });
    },
  ],
  [
    "createSession",
    "url_not_allowed",
    () => callOf("createSession", { body: { successUrl: "http://shop.example/" } }),
  ],
  [
    "createSession",
    "lifetime_not_allowed",
    () => callOf("createSession", { body: { expiresAt: new Date().toISOString() } }),
  ],
  [
    "createSession",
    "secret_key_required",
    () => callOf("createSession", { key: ada.publishable.test, body: { metadata: {} } }),
  ],
  [
    "createSession",
    "merchant_suspended",
    async () => {
      const shut = await target.addMerchant();
      await target.db`update merchants set status = 'suspended' where id = ${shut.id}`;
      return callOf("createSession", { key: shut.keys.test });
    },
  ],
  [
    "cancelSession",
    "already_closed",
    async () => callOf("cancelSession", { id: await cancelled() }),
  ],
  [
    "expireSession",
    "already_closed",
    async () => callOf("expireSession", { id: await cancelled() }),
  ],
  [
    "expireSession",
    "invoice_session",
    async () =>
      callOf("expireSession", { id: String((await accepted(callOf("createInvoice"))).sessionId) }),
  ],
  [
    "createInvoice",
    "amount_too_large",
    () => {
      const line = { description: "x", quantity: 2, unitAmount: (2n ** 256n - 1n).toString() };
      return callOf("createInvoice", { body: { lineItems: [line] } });
    },
  ],
  [
    "sendInvoice",
    "email_missing",
    async () => callOf("sendInvoice", { id: await idOf(callOf("createInvoice")) }),
  ],
  [
    "sendInvoice",
    "mailed_recently",
    async () => {
      const body = { customerEmail: "ada@example.com" };
      const id = await idOf(callOf("createInvoice", { body }));
      await accepted(callOf("sendInvoice", { id }));
      return callOf("sendInvoice", { id });
    },
  ],
  [
    "voidInvoice",
    "already_void",
    async () => {
      const id = await idOf(callOf("createInvoice"));
      await accepted(callOf("voidInvoice", { id }));
      return callOf("voidInvoice", { id });
    },
  ],
  [
    "getInvoiceDocument",
    "not_representable",
    async () => {
      const id = await idOf(callOf("createInvoice"));
      return callOf("getInvoiceDocument", { id, query: { format: "facturx" } });
    },
  ],
  [
    "duplicateInvoice",
    "merchant_suspended",
    async () => {
      const shut = await target.addMerchant();
      const id = await idOf(callOf("createInvoice", { key: shut.keys.test }));
      await target.db`update merchants set status = 'suspended' where id = ${shut.id}`;
      return callOf("duplicateInvoice", { id, key: shut.keys.test });
    },
  ],
  [
    "createPlan",
    "merchant_suspended",
    async () => {
      const shut = await target.addMerchant();
      await target.db`update merchants set status = 'suspended' where id = ${shut.id}`;
      return callOf("createPlan", { key: shut.keys.test });
    },
  ],
  ["archivePlan", "already_archived", async () => callOf("archivePlan", { id: await archived() })],
  [
    "recordPlanPayer",
    "plan_archived",
    async () => callOf("recordPlanPayer", { id: await archived() }),
  ],
  [
    "requestPlanSigning",
    "plan_archived",
    async () => callOf("requestPlanSigning", { id: await archived() }),
  ],
  [
    "createProduct",
    "merchant_suspended",
    async () => {
      const { id, keys } = await target.addMerchant();
      await target.db`update merchants set status = 'suspended' where id = ${id}`;
      const terms = { type: "subscription", interval: "monthly", intervalCount: 1 };
      return callOf("createProduct", { body: terms, key: keys.test });
    },
  ],
  [
    "updateProduct",
    "interval_not_allowed",
    () => callOf("updateProduct", { body: { interval: "weekly" } }),
  ],
  [
    "updateProduct",
    "already_archived",
    async () => callOf("updateProduct", { id: await archivedProduct() }),
  ],
  [
    "archiveProduct",
    "already_archived",
    async () => callOf("archiveProduct", { id: await archivedProduct() }),
  ],
  [
    "checkoutProduct",
    "out_of_stock",
    async () => {
      await accepted(callOf("updateProduct", { body: { stock: 0 } }));
      return callOf("checkoutProduct");
    },
  ],
  [
    "createPaymentLink",
    "product_unknown",
    () => {
      const body = { productId: newId("product"), amount: undefined, currency: undefined };
      return callOf("createPaymentLink", { body });
    },
  ],
  [
    "createPaymentLink",
    "url_not_allowed",
    () => callOf("createPaymentLink", { body: { successUrl: "http://shop.example/" } }),
  ],
  [
    "updatePaymentLink",
    "url_not_allowed",
    () => callOf("updatePaymentLink", { body: { successUrl: "http://shop.example/" } }),
  ],
  ["checkoutLink", "amount_not_allowed", () => callOf("checkoutLink", { body: { amount: "1" } })],
  ["checkoutLink", "quantity_not_allowed", () => callOf("checkoutLink", { body: { quantity: 2 } })],
  [
    "checkoutLink",
    "field_unknown",
    () => callOf("checkoutLink", { body: { answers: { size: "L" } } }),
  ],
  [
    "checkoutLink",
    "link_inactive",
    async () => {
      const id = await idOf(callOf("createPaymentLink", { body: { active: false } }));
      return callOf("checkoutLink", { id });
    },
  ],
  ["saveStorefront", "slug_reserved", () => callOf("saveStorefront", { body: { slug: "admin" } })],
  [
    "saveStorefront",
    "slug_taken",
    () => callOf("saveStorefront", { body: samples.saveStorefront?.body, key: bob.keys.test }),
  ],
  [
    "publishStorefront",
    "no_active_product",
    async () => {
      const body = { slug: newSlug() };
      await accepted(callOf("saveStorefront", { body, key: bob.keys.test }));
      return callOf("publishStorefront", { key: bob.keys.test });
    },
  ],
  [
    "saveStorefront",
    "slug_resting",
    async () => callOf("saveStorefront", { body: { slug: await archivedShop() } }),
  ],
  ...(["publishStorefront", "unpublishStorefront", "archiveStorefront"] as const).map(
    (name): Case => [
      name,
      "already_archived",
      async () => {
        await archivedShop();
        return callOf(name);
      },
    ],
  ),
  ["resumeSubscription", "not_paused", () => callOf("resumeSubscription")],
  [
    "pauseSubscription",
    "already_paused",
    async () => {
      await accepted(callOf("pauseSubscription"));
      return callOf("pauseSubscription");
    },
  ],
  [
    "cancelSubscription",
    "subscription_ended",
    async () => {
      await accepted(callOf("cancelSubscription"));
      return callOf("cancelSubscription");
    },
  ],
  [
    "createRefund",
    "exceeds_refundable",
    () => callOf("createRefund", { body: { amount: "5000001" } }),
  ],
  [
    "recordRefundSignature",
    "refund_ended",
    async () => callOf("recordRefundSignature", { id: await cancelledRefund() }),
  ],
  [
    "authorizeRefund",
    "refund_ended",
    async () => callOf("authorizeRefund", { id: await cancelledRefund() }),
  ],
  [
    "cancelRefund",
    "refund_ended",
    async () => callOf("cancelRefund", { id: await cancelledRefund() }),
  ],
  [
    "verifyChallenge",
    "challenge_failed",
    () => callOf("verifyChallenge", { body: { token: "a.b.c" } }),
  ],
  [
    "syncMerchant",
    "token_invalid",
    () => callOf("syncMerchant", { body: { accessToken: "a.b.c" } }),
  ],
  [
    "advanceClock",
    "clock_backwards",
    () => callOf("advanceClock", { body: { by: undefined, to: "2020-01-01T00:00:00Z" } }),
  ],
  ["relayPayment", "merchant_mismatch", () => callOf("relayPayment")],
  [
    "relayPayment",
    "resource_missing",
    () => callOf("relayPayment", { body: { sessionId: newId("paymentSession") } }),
  ],
  ["relaySubscription", "merchant_mismatch", () => callOf("relaySubscription")],
  [
    "relaySubscription",
    "resource_missing",
    () =>
      callOf("relaySubscription", {
        body: { subscriptionInternalId: newId("plan") },
      }),
  ],
  [
    "relaySubscription",
    "resource_missing",
    () => callOf("relaySubscription", { body: { subscriptionInternalId: newId("subscription") } }),
  ],
  [
    "upsertCustomer",
    "external_ref_taken",
    async () => {
      const externalRef = newId("request");
      await accepted(callOf("upsertCustomer", { body: { externalRef } }));
      return callOf("upsertCustomer", { body: { walletAddress: newWallet(), externalRef } });
    },
  ],
  [
    "updateCustomer",
    "external_ref_taken",
    async () => {
      const externalRef = newId("request");
      await accepted(callOf("upsertCustomer", { body: { externalRef } }));
      const id = await idOf(callOf("upsertCustomer", { body: { walletAddress: newWallet() } }));
      return callOf("updateCustomer", { id, body: { externalRef } });
    },
  ],
  [
    "upsertCustomer",
    "metadata_too_large",
    async () => {
      const walletAddress = newWallet();
      await accepted(
        callOf("upsertCustomer", { body: { walletAddress, metadata: manyKeys("a") } }),
      );
      const body = { walletAddress, email: "new@example.com", metadata: manyKeys("b") };
      return callOf("upsertCustomer", { body });
    },
  ],
  [
    "createWebhookEndpoint",
    "mode_mismatch",
    () => callOf("createWebhookEndpoint", { body: { mode: "live" } }),
  ],
  [
    "createWebhookEndpoint",
    "address_not_allowed",
    () => callOf("createWebhookEndpoint", { body: { url: "https://10.0.0.1/hook" } }),
  ],
  [
    "createWebhookEndpoint",
    "too_many_endpoints",
    async () => {
      const call = callOf("createWebhookEndpoint", { key: bob.keys.test });
      for (let count = 0; count < 16; count += 1) await accepted(call);
      return call;
    },
  ],
  [
    "updateWebhookEndpoint",
    "address_not_allowed",
    () => callOf("updateWebhookEndpoint", { body: { url: "https://10.0.0.1/hook" } }),
  ],
  [
    "createWebhookReplay",
    "range_malformed",
    () => callOf("createWebhookReplay", { body: { createdBefore: new Date().toISOString() } }),
  ],
  ["cancelWebhookReplay", "replay_ended", () => callOf("cancelWebhookReplay")],
  ["testWebhookEndpoint", "endpoint_limit", () => useUp("testWebhookEndpoint")],
  [
    "testWebhookEndpoint",
    "endpoint_disabled",
    async () => {
      await disableEndpoint();
      return callOf("testWebhookEndpoint");
    },
  ],
  ["replayWebhookDelivery", "endpoint_limit", () => useUp("replayWebhookDelivery")],
  [
    "replayWebhookDelivery",
    "endpoint_disabled",
    async () => {
      await disableEndpoint();
      return callOf("replayWebhookDelivery");
    },
  ],
  [
    "recordSessionPayer",
    "already_closed",
    async () => callOf("recordSessionPayer", { id: await cancelled() }),
  ],
  [
    "requestSessionSigning",
    "not_payable",
    async () => callOf("requestSessionSigning", { id: await cancelled() }),
  ],
  [
    "recordSessionPayer",
    "too_many_customers",
    async () => {
      const id = await idOf(callOf("createSession"));
      const next = () => callOf("recordSessionPayer", { id, body: { walletAddress: newWallet() } });
      for (let count = 0; count < 5; count += 1) await accepted(next());
      return next();
    },
  ],
  [
    "updateNotificationPreferences",
    "choice_unavailable",
    async () => {
      const body = { preferences: { "invoice.overdue": "mail" } };
      return callOf("updateNotificationPreferences", { key: ada.session, body });
    },
  ],
  [
    "createJob",
    "vendor_not_allowed",
    () => callOf("createJob", { body: { vendorAddress: `0x${"0".repeat(40)}` } }),
  ],
  [
    "approveJob",
    "terms_changed",
    () => callOf("approveJob", { key: ada.session, body: { amount: "2500001" } }),
  ],
  [
    "cancelJob",
    "job_ended",
    async () => {
      const id = await idOf(callOf("createJob"));
      await accepted(callOf("cancelJob", { id }));
      return callOf("cancelJob", { id });
    },
  ],
  ["releaseHold", "operator_releases", () => callOf("releaseHold", { key: ada.session })],
  [
    "refundHold",
    "not_held",
    async () => {
      await accepted(callOf("refundHold", { key: ada.session }));
      return callOf("refundHold", { key: ada.session });
    },
  ],
];

/** These refuse what is malformed or not the caller's, and nothing else. */
const withoutRules = [
  "markNotificationsRead",
  "deleteWebhookEndpoint",
  "disableWebhookEndpoint",
  "enableWebhookEndpoint",
  "rotateWebhookSecret",
];

/** Whose rules are tried beside what they need: persons, keys that were leaked, and wallets. */
const elsewhere = [
  "changeTier",
  "createApiKey",
  "createOwnMerchant",
  "onboardMerchant",
  "openWebhookInspector",
  "proveWallet",
  "requestWalletProof",
  "revealApiKeySuccessor",
  "revokeApiKey",
  "rotateApiKey",
  "sendContactMessage",
  "transferOwnership",
  "updateOwnMerchant",
];

/** Rules of admin users' endpoints are tried in `lib/domain/admin` and `lib/indexer`, their roles in `admins.test.ts`. */
const ofAdmins = [...registry].flatMap(([name, { auth }]) => (auth === "admin" ? [name] : []));

it("every writing endpoint has a request here that a rule refuses, or no rule", () => {
  const isWriting = (name: string) => registry.get(name)?.method !== "GET";
  const tried = cases.map(([name]) => name).filter(isWriting);
  const here = [...new Set(tried), ...withoutRules, ...elsewhere, ...ofAdmins.filter(isWriting)];
  expect(here.sort()).toEqual([...registry.keys()].filter(isWriting).sort());
});

it.each(cases)("%s refuses with %s, and writes nothing", async (_name, reason, prepare) => {
  let answer = await target.send(await prepare());
  // Another file's test may be moving the server's clock.
  for (
    let times = 0;
    answer.body.error?.details?.reason === "clock_moving" && times < 30;
    times += 1
  ) {
    await sleep(1_000);
    answer = await target.send(await prepare());
  }
  const { status, body } = answer;
  expect(body.error?.details?.reason, JSON.stringify(body)).toBe(reason);
  expect(status).toBeGreaterThanOrEqual(400);
});

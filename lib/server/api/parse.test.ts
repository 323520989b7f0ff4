import { expect, it } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { createInvoice } from "@/lib/contract/invoices/invoices";
import { upsertCustomer } from "@/lib/contract/payments/customers";
import { createSession, listSessions } from "@/lib/contract/payments/payment-sessions";
import { relayPayment } from "@/lib/contract/payments/relay";
import { createProduct, updateProduct } from "@/lib/contract/storefronts/storefront-products";
import { createWebhookEndpoint } from "@/lib/contract/webhooks/webhook-endpoints";
import type { Refusal } from "@/lib/core/errors";
import { parseInput } from "./parse";

function requestOf(endpoint: Endpoint, text: string | null | Error, query = "") {
  const params: Record<string, string> = endpoint.params ? { id: "prod_1" } : {};
  return {
    method: endpoint.method,
    path: endpoint.path,
    params,
    query: new URLSearchParams(query),
    header: () => null,
    bytes: async () => null,
    text: async () => {
      if (text instanceof Error) throw text;
      return text;
    },
    address: "127.0.0.1",
  };
}

function refusalOf(...given: Parameters<typeof requestOf>): Promise<Refusal> {
  return parseInput(given[0], requestOf(...given)).then(
    () => expect.unreachable("it was taken"),
    (error) => error,
  );
}

const order = { amount: "2500000", currency: "USDC" };

it.each<[string, Endpoint, object]>([
  ["amount is required", createSession, { currency: "USDC" }],
  [
    'amount must be a whole number of the token\'s smallest unit, in quotes: "2.50" is "2500000"',
    createSession,
    { ...order, amount: "2.50" },
  ],
  [
    'amount must be a whole number of the token\'s smallest unit, in quotes: "2.50" is "2500000"',
    createSession,
    { ...order, amount: 2500000 },
  ],
  [
    "amount must be at most 2^256 − 1",
    createSession,
    { ...order, amount: (2n ** 256n).toString() },
  ],
  ["currency must be one of USDC, EURC", createSession, { ...order, currency: "DAI" }],
  ["description must be text in quotes", createSession, { ...order, description: 7 }],
  [
    "description must have at most 500 characters",
    createSession,
    { ...order, description: "x".repeat(501) },
  ],
  ["colour is not a known field", createSession, { ...order, colour: "red" }],
  ["metadata must be an object", createSession, { ...order, metadata: "x" }],
  [
    "metadata must have values that nest at most 8 levels",
    createSession,
    { ...order, metadata: { a: [[[[[[[[[1]]]]]]]]] } },
  ],
  [
    "expiresAt must be an ISO 8601 time with its zone, like 2026-04-27T12:00:00Z",
    createSession,
    { ...order, expiresAt: "tomorrow" },
  ],
  [
    "walletAddress must be an address: 0x and 40 hex digits",
    upsertCustomer,
    { walletAddress: "x" },
  ],
  [
    "email must be an email address",
    upsertCustomer,
    { walletAddress: `0x${"1".repeat(40)}`, email: "ada" },
  ],
  [
    "events must have at least 1 item",
    createWebhookEndpoint,
    { url: "https://shop.example", mode: "test", events: [] },
  ],
  ["idempotencyKey is required", relayPayment, {}],
])("%s", async (message, endpoint, body) => {
  const refusal = await refusalOf(endpoint, JSON.stringify(body));
  const [field = ""] = message.split(" ");
  expect(refusal).toMatchObject({ code: "invalid_request", message: `${message}.` });
  expect(refusal.info.param).toBe(field);
  expect(refusal.info.details.reason).toBe("validation_failed");
  expect(refusal.info.details.issues?.[0]).toMatchObject({
    path: [field],
    message: message.slice(field.length + 1),
  });
});

it.each(["0", "101", "-1", "x", "", "1.5", "1000"])(
  "limit=%s is told to be 1 to 100",
  async (value) => {
    const refusal = await refusalOf(listSessions, null, `limit=${value}`);
    expect(refusal.message).toBe("limit must be 1 to 100.");
  },
);

it("names every field that is wrong", async () => {
  const refusal = await refusalOf(createSession, `{"amount":"x","colour":1,"size":2}`);
  expect(refusal.info.details.issues?.map(({ path }) => path)).toEqual([
    ["amount"],
    ["currency"],
    ["colour"],
    ["size"],
  ]);
});

it.each(["9007199254740993", "0.1234567890123456789", "1e400"])(
  "the number %s, of which digits would be lost, is refused where it stands",
  async (number) => {
    const text = `{"amount":"1","currency":"USDC","metadata":{"a":{"ids":[1,${number}]}}}`;
    expect(await refusalOf(createSession, text)).toMatchObject({
      message: "metadata.a.ids[1] has more digits than a JSON number keeps: send it as text.",
      info: {
        details: { issues: [{ path: ["metadata", "a", "ids", "1"], code: "imprecise_number" }] },
      },
    });
  },
);

it.each([
  [null, "body_too_large"],
  ["{", "malformed_json"],
  ["[]", "validation_failed"],
  ["null", "validation_failed"],
])("%s is refused as a whole: %s", async (text, reason) => {
  const refusal = await refusalOf(createSession, text);
  expect(refusal.info).toMatchObject({ details: { reason } });
  expect(refusal.info.param).toBeUndefined();
});

it("a parameter that is given twice is refused by its name", async () => {
  expect((await refusalOf(listSessions, null, "limit=1&limit=2")).info).toMatchObject({
    param: "limit",
    details: { reason: "parameter_repeated" },
  });
});

it("a body that is cut off is the client's trouble, and no failure of the server", async () => {
  const refusal = await refusalOf(createSession, new Error("aborted"));
  expect([refusal.code, refusal.message]).toEqual(["invalid_request", "The body was cut off."]);
});

it("takes null for what a creation may leave out, and for nothing else", async () => {
  const sent = { ...order, description: null, metadata: null, expiresAt: null };
  const parsed = await parseInput(createSession, requestOf(createSession, JSON.stringify(sent)));
  expect(parsed).toEqual({ amount: 2_500_000n, currency: "USDC" });
  const product = { name: "x", description: null, price: "5", currency: "USDC", stock: null };
  const rest = { type: "one_time", interval: null, intervalCount: null, isActive: true };
  const text = JSON.stringify({ ...product, ...rest, imageUrl: null, sortOrder: null });
  const made = await parseInput(createProduct, requestOf(createProduct, text));
  expect(made).toEqual({ ...product, ...rest, price: 5n, imageUrl: null });
  const line = { description: "x", quantity: 1, unitAmount: "5" };
  const invoice = JSON.stringify({ currency: "USDC", lineItems: [{ ...line, unit: null }] });
  const billed = await parseInput(createInvoice, requestOf(createInvoice, invoice));
  expect(billed).toMatchObject({ lineItems: [{ ...line, unitAmount: 5n }] });
  const customer = JSON.stringify({ walletAddress: `0x${"ab".repeat(20)}`, email: null });
  const known = await parseInput(upsertCustomer, requestOf(upsertCustomer, customer));
  expect(Object.keys(known)).toEqual(["walletAddress"]);
  const refused = [
    [createSession, { ...order, currency: null }, "currency"],
    [
      createInvoice,
      { currency: "USDC", lineItems: [{ ...line, quantity: null }] },
      "lineItems[0].quantity",
    ],
    [createSession, { ...order, unknown: null }, "unknown"],
    [updateProduct, { price: null }, "price"],
  ] as const;
  for (const [endpoint, body, param] of refused) {
    const { code, info } = await refusalOf(endpoint, JSON.stringify(body));
    expect([code, info.param]).toEqual(["invalid_request", param]);
  }
});

import { expect, it } from "vitest";
import { newId } from "@/lib/core/ids";
import { searchTerms } from "./search-terms";

const found = (text: string) =>
  Object.fromEntries(Object.entries(searchTerms(text)).filter(([, value]) => value !== null));

it.each([
  ["paymentSession", "payment_session"],
  ["transaction", "transaction"],
  ["refund", "refund"],
  ["customer", "customer"],
  ["subscription", "subscription"],
  ["invoice", "invoice"],
  ["plan", "subscription_plan"],
  ["event", "event"],
  ["webhookEndpoint", "webhook_endpoint"],
  ["webhookDelivery", "webhook_delivery"],
  ["apiKey", "api_key"],
] as const)("the id of a %s is that alone", (kind, type) => {
  const id = newId(kind);
  expect(found(id)).toEqual({ id: { kind: type, id } });
});

it("a hash and an address are that alone, in any case", () => {
  expect(found(`0x${"AB".repeat(32)}`)).toEqual({ hash: `0x${"ab".repeat(32)}` });
  expect(found(`0x${"AB".repeat(20)}`)).toEqual({ address: `0x${"ab".repeat(20)}` });
});

it("of a key only what is shown of it is looked for", () => {
  expect(found("sk_test_8f")).toEqual({ key: { prefix: "sk_test_8f", last4: null } });
  const key = `pk_live_${"a".repeat(32)}WXYZ`;
  expect(found(key)).toEqual({ key: { prefix: "pk_live_aaaa", last4: "WXYZ" } });
});

it("an amount is in whole units, and without a point or a currency in the smallest as well", () => {
  expect(searchTerms("49").amount).toEqual({ amounts: [49_000_000n, 49n], currency: null });
  expect(searchTerms("49.5").amount).toEqual({ amounts: [49_500_000n], currency: null });
  expect(searchTerms("49 eurc").amount).toEqual({ amounts: [49_000_000n], currency: "EURC" });
  expect(searchTerms("0.000001USDC").amount).toEqual({ amounts: [1n], currency: "USDC" });
  for (const text of ["0", "0.0000001", "1,5", "-1", "1e3", "9".repeat(79)]) {
    expect(searchTerms(text).amount, text).toBeNull();
  }
  expect(searchTerms("9".repeat(78)).amount).toBeNull();
});

it.each([
  ["INV-000042", 42],
  ["inv 7", 7],
  ["#12", 12],
  ["12", 12],
])("%s is an invoice's number", (text, number) => {
  expect(searchTerms(text).invoiceNumber).toBe(number);
});

it.each(["INV-", "INV-0", "INV-99999999999", "12a", "1.5"])("%s is none", (text) => {
  expect(searchTerms(text).invoiceNumber).toBeNull();
});

it("a name is whatever is none of these, and an address of e-mail besides", () => {
  expect(found("Ada")).toEqual({ name: "Ada" });
  expect(found("ada@example.com")).toEqual({ name: "ada@example.com", email: "ada@example.com" });
  expect(found("ps_short")).toEqual({ name: "ps_short" });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, hexOf, refOf } from "@/lib/core/hex";
import type { Json, JsonObject } from "@/lib/core/json";
import { packObject, unpackObject } from "./pack-object";
import { currentTemplate, templates } from "./templates";

const id = "ps_V1StGXR8Z5jdHi6BmyT0aQ3x";
const merchant = "mer_8JdkQ0plMZ21vNcXbTyRw5Gh";
const processor = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const token = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const known = [id, merchant, processor, token, "", ""];

const session: JsonObject = {
  id,
  object: "payment_session",
  mode: "test",
  merchantId: merchant,
  amount: "49000000",
  currency: "USDC",
  status: "created",
  description: "Café",
  checkoutUrl: `https://pay.aurora.example/pay/${id}`,
  successUrl: null,
  cancelUrl: null,
  ref: refOf(id),
  chainId: 84532,
  processorAddress: processor,
  signatures: [1, 2],
  tokenAddress: token,
  chainMerchantId: "0",
  customerId: null,
  invoiceId: null,
  transactionId: null,
  payment: null,
  amountRefunded: "0",
  amountRefundable: "0",
  metadata: {},
  createdVia: "api",
  expiresAt: "1970-01-01T00:00:00.000Z",
  confirmedAt: null,
  createdAt: "1970-01-01T00:00:00.000Z",
};

const comesBack = (object: JsonObject, all: readonly string[] = known) => {
  const packed = packObject(object, all);
  expect(JSON.stringify(unpackObject(packed, all))).toBe(JSON.stringify(object));
  return packed;
};

/** What a field may hold instead: nearly the usual, what is known, and what looks like a mark. */
const other: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, "", "0", 0, {}, [], [1, 2], [2], ...known, refOf(id), refOf("")),
  fc.constantFrom<Json>("\u0001", "\u0010\u0012", `cus_${"aB3xY9kQ".repeat(3)}`),
  fc.constantFrom<Json>("2026-04-27T12:00:00.123Z", { order: "7" }, { a: [null, true] }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.integer(),
);

test("an object near its template comes back byte for byte, whatever differs", () => {
  const changes = fc.dictionary(fc.constantFrom(...Object.keys(session)), other, { maxKeys: 28 });
  const knowns = fc.constantFrom<string[]>(known, [], [id], ["", "", "", ""], [merchant, id]);
  fc.assert(
    fc.property(changes, knowns, (changed, all) => {
      comesBack({ ...session, ...changed }, all);
    }),
    { numRuns: 2_000 },
  );
});

test("what differs is packed alone, and deflated where it is long", () => {
  const short = comesBack(session);
  expect(short[0]).toBe(currentTemplate);
  expect(short.length).toBeLessThan(80);
  const long = comesBack({
    ...session,
    successUrl: `https://shop.example/${"thanks/".repeat(12)}`,
  });
  expect(templates.has(long[0] ?? 0)).toBe(false);
});

test("an object with other fields, or in another order, is packed as its text", () => {
  const { id: head, ...rest } = session;
  const { createdAt: last, ...begin } = session;
  const renamed = { ...begin, madeAt: last };
  for (const object of [rest, begin, renamed, { ...rest, id: head }, { ...session, more: 1 }, {}]) {
    const packed = comesBack(object as JsonObject);
    expect(templates.has(packed[0] ?? 0)).toBe(false);
  }
});

const first =
  "0x8094110000005b2274657374222c223439303030303030222c22436166c3a9222c2268747470733a2f2f7061792e6175726f72612e6578616d706c652f7061792f10222c38343533325d";

test("what was ever packed by a template is read for ever", () => {
  const usual = Buffer.of(128, 0, 0, 0, 0, 0, ...Buffer.from("[]"));
  expect(unpackObject(usual, known)).toEqual({
    ...session,
    mode: "live",
    amount: "1000000",
    description: null,
    checkoutUrl: null,
    chainId: 8453,
  });
  expect(hexOf(packObject(session, known))).toBe(first);
  expect(JSON.stringify(unpackObject(bytesOf(first), known))).toBe(JSON.stringify(session));
});

test("what a newer version of the app packed is refused", () => {
  expect(() => unpackObject(Buffer.of(250, 1, 2), known)).toThrow("unknown version 250");
  expect(() => unpackObject(Buffer.alloc(0), known)).toThrow("unknown version");
  expect(() => unpackObject(Buffer.of(currentTemplate, 0xff), known)).toThrow();
});

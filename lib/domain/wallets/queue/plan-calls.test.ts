import fc from "fast-check";
import { decodeFunctionData, type Hex } from "viem";
import { expect, test } from "vitest";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { batchGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import { encodeSettleTermsBatch, signaturesIn } from "@/lib/adapters/chain/calls/payment-calls";
import type { TermsPayment } from "@/lib/adapters/chain/calls/signed-payment";
import { lowerHex } from "@/lib/core/chain/hex";
import { type Item, planCalls, withoutItems } from "./plan-calls";

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all): Hex => {
    const text = Buffer.from(all).toString("hex");
    return `0x${text}`;
  });
const lowS = fc.bigInt({ min: 1n, max: 2n ** 254n }).map((s) => s.toString(16).padStart(64, "0"));
const ecdsa = fc
  .tuple(hex(32), lowS, fc.constantFrom("1b", "1c"))
  .map(([r, s, v]): Hex => `${r}${s}${v}`);
const wide = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt({ min: 1n, max: 2n ** 40n }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2n ** 64n, 2n ** 128n, 2n ** 256n - 1n, 2n ** 256n, 2n ** 300n),
  },
);
const signature = fc.oneof({ weight: 6, arbitrary: ecdsa }, { weight: 1, arbitrary: hex(70) });
const token = fc.constantFrom<Hex>(`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`);
const agreed = {
  merchantId: fc.bigInt({ min: 1n, max: 3n }),
  token,
  payer: hex(20),
  amount: wide,
  validBefore: wide,
  nonce: hex(32),
  ref: hex(32),
  authSignature: signature,
};
const intentItem = fc.record({
  id: fc.uuid(),
  payerHasCode: fc.boolean(),
  payment: fc.record({
    ...agreed,
    signatures: fc.constant(2 as const),
    validAfter: fc.constant(0n),
    intentSignature: signature,
  }),
});
const termsItem = fc.record({
  id: fc.uuid(),
  payerHasCode: fc.boolean(),
  payment: fc.record({
    ...agreed,
    signatures: fc.constant(1 as const),
    amount: fc.oneof(wide, fc.constantFrom(2n ** 64n - 1n, 1n)),
    validBefore: fc.oneof(wide, fc.constantFrom(2n ** 32n - 1n, 1_800_000_000n)),
    validAfter: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0n) },
      { weight: 1, arbitrary: fc.constantFrom(1n, 2n ** 255n) },
    ),
    salt: fc.oneof(
      { weight: 6, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 96n - 1n }) },
      { weight: 1, arbitrary: fc.constantFrom(2n ** 96n - 1n, 2n ** 96n, 2n ** 128n) },
    ),
  }),
});
const idOf = ({ id }: { id: string }) => id;
const items = fc.uniqueArray(intentItem, { maxLength: 30, selector: idOf });
const termsItems = fc.uniqueArray(termsItem, { maxLength: 30, selector: idOf });
/** Of both forms. */
const mixed = fc
  .tuple(items, termsItems)
  .map(([intents, terms]): Item[] => [...intents, ...terms])
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }));

const registry: `0x${string}` = `0x${"5e".repeat(20)}`;

test("every item is in exactly one call, or in none because it cannot be encoded", () => {
  fc.assert(
    fc.property(mixed, (given) => {
      const { calls, impossible } = planCalls(registry, given);
      const planned = calls.flatMap((call) => call.items.map(({ id }) => id));
      const all = [...planned, ...impossible.map(({ id }) => id)];
      expect(all.sort()).toEqual(given.map(({ id }) => id).sort());
      for (const { payment } of impossible) {
        const numbers = [payment.amount, payment.validBefore];
        const isSalted = payment.signatures === 1 && payment.salt >= 2n ** 96n;
        expect(isSalted || numbers.some((number) => number >= 2n ** 256n)).toBe(true);
      }
    }),
  );
});

test("payers with code, odd signatures and large numbers go alone; nobody else does", () => {
  fc.assert(
    fc.property(items, (given) => {
      for (const call of planCalls(registry, given).calls) {
        const alone = call.kind !== "settle_batch";
        if (alone) expect(call.items).toHaveLength(1);
        for (const { payment, payerHasCode } of call.items) {
          const large = payment.amount >= 2n ** 128n || payment.validBefore >= 2n ** 64n;
          const odd = signaturesIn(payment).some((bytes) => bytes.length !== 132);
          expect(payerHasCode || large || odd).toBe(alone);
          if (call.kind === "pay") expect(payerHasCode || odd).toBe(false);
        }
      }
    }),
  );
});

test("what a batch's bytes say of each item is what its payer signed, where the plan says it is", () => {
  fc.assert(
    fc.property(items, (given) => {
      const batch = planCalls(registry, given).calls.find(({ kind }) => kind === "settle_batch");
      if (!batch) return;
      const { functionName, args } = decodeFunctionData({
        abi: paymentProcessorAbi,
        data: batch.data,
      });
      if (functionName !== "settleBatch") throw new Error(functionName);
      const [named, groups] = args;
      expect(lowerHex(named)).toBe(registry);
      expect(batch.gas).toBe(batchGasLimit(groups.length, batch.items.length));
      const keys = groups.map(({ merchantId, token }) => `${merchantId}:${token.toLowerCase()}`);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { groupIndex, itemIndex, payment } of batch.items) {
        const group = groups[groupIndex];
        const encoded = group?.items[itemIndex];
        expect(group?.merchantId).toBe(payment.merchantId);
        expect(group?.token.toLowerCase()).toBe(payment.token);
        expect(encoded).toMatchObject({
          amount: payment.amount,
          validAfter: payment.validAfter,
          validBefore: payment.validBefore,
          nonce: payment.nonce,
          ref: payment.ref,
        });
        expect(encoded?.from.toLowerCase()).toBe(payment.payer);
        expect(whole(encoded?.authR, encoded?.authVS)).toBe(payment.authSignature);
        expect(whole(encoded?.intentR, encoded?.intentVS)).toBe(signaturesIn(payment)[1]);
      }
    }),
  );
});

test("with one signature everything that fits 140 bytes goes together, and nothing is cut off", () => {
  fc.assert(
    fc.property(mixed, (given) => {
      const { calls } = planCalls(registry, given);
      for (const call of calls) {
        const forms = new Set(call.items.map(({ payment }) => payment.signatures));
        expect(forms.size).toBe(1);
        for (const { payment, payerHasCode } of call.items) {
          if (payment.signatures === 2) continue;
          const { amount, validBefore, validAfter, authSignature } = payment;
          const odd = authSignature.length !== 132;
          const wide = amount >= 2n ** 64n || validBefore >= 2n ** 32n || validAfter > 0n;
          const alone = payerHasCode || odd ? "pay_terms_signed" : "pay_terms";
          expect(call.kind).toBe(payerHasCode || odd || wide ? alone : "settle_terms_batch");
        }
      }
      const batch = calls.find(({ kind }) => kind === "settle_terms_batch");
      if (!batch) return;
      const { functionName, args } = decodeFunctionData({
        abi: paymentProcessorAbi,
        data: batch.data,
      });
      if (functionName !== "settleTermsBatch") throw new Error(functionName);
      const [named, groups] = args;
      expect(lowerHex(named)).toBe(registry);
      expect(batch.gas).toBe(batchGasLimit(groups.length, batch.items.length));
      for (const { groupIndex, itemIndex, payment } of batch.items) {
        if (payment.signatures !== 1) throw new Error("of another form");
        const group = groups[groupIndex];
        const bytes = group?.items.slice(2 + itemIndex * 280, 2 + (itemIndex + 1) * 280) ?? "";
        const part = (from: number, to: number): Hex => `0x${bytes.slice(2 * from, 2 * to)}`;
        expect(bytes).toHaveLength(280);
        expect(group).toMatchObject({ merchantId: payment.merchantId });
        expect(group?.token.toLowerCase()).toBe(payment.token);
        expect(part(0, 20)).toBe(payment.payer);
        expect(BigInt(part(20, 28))).toBe(payment.amount);
        expect(BigInt(part(28, 32))).toBe(payment.validBefore);
        expect(BigInt(part(32, 44))).toBe(payment.salt);
        expect(part(44, 76)).toBe(payment.ref);
        expect(whole(part(76, 108), part(108, 140))).toBe(payment.authSignature);
      }
    }),
  );
});

test("the encoder of packed items throws at what does not fit, and cuts nothing off", () => {
  const fitting: TermsPayment = {
    signatures: 1,
    merchantId: 1n,
    token: `0x${"aa".repeat(20)}`,
    payer: `0x${"bb".repeat(20)}`,
    nonce: `0x${"cc".repeat(32)}`,
    ref: `0x${"dd".repeat(32)}`,
    salt: 2n ** 96n - 1n,
    amount: 2n ** 64n - 1n,
    validAfter: 0n,
    validBefore: 2n ** 32n - 1n,
    authSignature: `0x${"11".repeat(32)}${"22".repeat(32)}1b`,
  };
  const encode = (change: Partial<TermsPayment>) => () =>
    encodeSettleTermsBatch(registry, [
      { merchantId: 1n, token: fitting.token, payments: [{ ...fitting, ...change }] },
    ]);
  expect(encode({})).not.toThrow();
  expect(encode({ amount: 2n ** 64n })).toThrow();
  expect(encode({ validBefore: 2n ** 32n })).toThrow();
  expect(encode({ validAfter: 1n })).toThrow();
  expect(encode({ salt: 2n ** 96n })).toThrow();
  expect(encode({ ref: "0xdd" })).toThrow();
  expect(encode({ payer: "0xbb" })).toThrow();
  expect(encode({ authSignature: `${fitting.authSignature}00` })).toThrow();
  const high: Hex = `0x${"11".repeat(32)}${"ff".repeat(32)}1b`;
  expect(encode({ authSignature: high })).toThrow();
});

/** Undoes the compact form of EIP-2098. */
function whole(r: Hex = "0x", vs: Hex = "0x"): string {
  const value = BigInt(vs);
  const s = (value & (2n ** 255n - 1n)).toString(16).padStart(64, "0");
  return `${r}${s}${value >> 255n === 1n ? "1c" : "1b"}`;
}

test("leaving items out leaves the others as they were", () => {
  fc.assert(
    fc.property(mixed, fc.func(fc.boolean()), (given, isDropped) => {
      for (const call of planCalls(registry, given).calls) {
        const dropped = new Set(call.items.map(({ id }) => id).filter((id) => isDropped(id)));
        const rest = withoutItems(call, dropped);
        const kept = call.items.filter(({ id }) => !dropped.has(id));
        expect(rest?.items.map(({ id }) => id) ?? []).toEqual(kept.map(({ id }) => id));
        if (rest) expect(rest.data).toBe(planCalls(registry, kept).calls[0]?.data);
      }
    }),
  );
});

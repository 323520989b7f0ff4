import fc from "fast-check";
import { decodeFunctionData, type Hex } from "viem";
import { expect, test } from "vitest";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { batchGasLimit } from "@/lib/adapters/chain/call-gas";
import { signaturesIn } from "@/lib/adapters/chain/payment-calls";
import { planCalls, withoutItems } from "./plan-calls";

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
const item = fc.record({
  id: fc.uuid(),
  payerHasCode: fc.boolean(),
  payment: fc.record({
    signatures: fc.constant(2 as const),
    merchantId: fc.bigInt({ min: 1n, max: 3n }),
    token: fc.constantFrom<Hex>(`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`),
    payer: hex(20),
    amount: wide,
    validAfter: fc.constant(0n),
    validBefore: wide,
    nonce: hex(32),
    ref: hex(32),
    authSignature: signature,
    intentSignature: signature,
  }),
});
const items = fc.uniqueArray(item, { maxLength: 30, selector: ({ id }) => id });

test("every item is in exactly one call, or in none because it cannot be encoded", () => {
  fc.assert(
    fc.property(items, (given) => {
      const { calls, impossible } = planCalls(1, given);
      const planned = calls.flatMap((call) => call.items.map(({ id }) => id));
      const all = [...planned, ...impossible.map(({ id }) => id)];
      expect(all.sort()).toEqual(given.map(({ id }) => id).sort());
      for (const { payment } of impossible) {
        const numbers = [payment.amount, payment.validBefore];
        expect(numbers.some((number) => number >= 2n ** 256n)).toBe(true);
      }
    }),
  );
});

test("payers with code, odd signatures and large numbers go alone; nobody else does", () => {
  fc.assert(
    fc.property(items, (given) => {
      for (const call of planCalls(1, given).calls) {
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
      const batch = planCalls(1, given).calls.find(({ kind }) => kind === "settle_batch");
      if (!batch) return;
      const { functionName, args } = decodeFunctionData({
        abi: paymentProcessorAbi,
        data: batch.data,
      });
      if (functionName !== "settleBatch") throw new Error(functionName);
      const [groups] = args;
      expect(batch.gas).toBe(batchGasLimit(1, groups.length, batch.items.length));
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

/** Undoes the compact form of EIP-2098. */
function whole(r: Hex = "0x", vs: Hex = "0x"): string {
  const value = BigInt(vs);
  const s = (value & (2n ** 255n - 1n)).toString(16).padStart(64, "0");
  return `${r}${s}${value >> 255n === 1n ? "1c" : "1b"}`;
}

test("leaving items out leaves the others as they were", () => {
  fc.assert(
    fc.property(items, fc.func(fc.boolean()), (given, isDropped) => {
      for (const call of planCalls(1, given).calls) {
        const dropped = new Set(call.items.map(({ id }) => id).filter((id) => isDropped(id)));
        const rest = withoutItems(call, dropped);
        const kept = call.items.filter(({ id }) => !dropped.has(id));
        expect(rest?.items.map(({ id }) => id) ?? []).toEqual(kept.map(({ id }) => id));
        if (rest) expect(rest.data).toBe(planCalls(1, kept).calls[0]?.data);
      }
    }),
  );
});

import fc from "fast-check";
import { encodeAbiParameters, encodeEventTopics } from "viem";
import { expect, test } from "vitest";
import { paymentProcessorAbi as abi } from "@/lib/adapters/chain/abi/payment-processor";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { lowerHex } from "@/lib/core/chain/hex";
import type { ChainLog } from "./parse-log";
import { decodePaymentSettled } from "./payment-events";

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((array) => lowerHex(`0x${Buffer.from(array).toString("hex")}`));
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const group = fc.record({
  registry: bytes(20),
  merchantId: uint256,
  token: bytes(20),
  payout: bytes(20),
  feeBps: fc.bigInt({ min: 0n, max: 300n }),
});
const item = fc.record({ paymentId: bytes(32), ref: bytes(32), payer: bytes(20), amount: uint256 });
type Group = typeof group extends fc.Arbitrary<infer E> ? E : never;
type Item = typeof item extends fc.Arbitrary<infer E> ? E : never;

const place = {
  blockNumber: 1n,
  blockHash: lowerHex(`0x${"0b".repeat(32)}`),
  txHash: lowerHex(`0x${"0c".repeat(32)}`),
  logIndex: 0,
  address: lowerHex(`0x${"0a".repeat(20)}`),
};
const lower = (topics: readonly unknown[]) => topics.map((topic) => lowerHex(String(topic)));

const by = lowerHex(`0x${"0e".repeat(20)}`);

function routed({ payout, feeBps, ...args }: Group): ChainLog {
  const topics = lower(encodeEventTopics({ abi, eventName: "PaymentsRouted", args }));
  const types = [{ type: "address" }, { type: "uint256" }, { type: "address" }] as const;
  return { ...place, topics, data: encodeAbiParameters(types, [payout, feeBps, by]) };
}

function settled({ registry }: Pick<Group, "registry">, { payer, amount, ...ids }: Item) {
  const args = { ...ids, registry };
  const topics = lower(encodeEventTopics({ abi, eventName: "PaymentSettled", args }));
  const data = encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [payer, amount]);
  return { ...place, topics, data };
}

test("every payment is read as it was written, with what the last group before it says", () => {
  fc.assert(
    fc.property(group, group, item, (before, own, given) => {
      const { feeBps, ...common } = own;
      const earlier = [routed(before), settled(before, given), routed(own)];
      expect(decodePaymentSettled(settled(own, given), earlier)).toEqual({
        ...common,
        ...given,
        fee: (given.amount * feeBps) / 10_000n,
      });
    }),
  );
});

const own: Group = {
  registry: `0x${"06".repeat(20)}`,
  merchantId: 7n,
  token: `0x${"04".repeat(20)}`,
  payout: `0x${"05".repeat(20)}`,
  feeBps: 300n,
};
const sample = settled(own, {
  paymentId: `0x${"01".repeat(32)}`,
  ref: `0x${"02".repeat(32)}`,
  payer: `0x${"03".repeat(20)}`,
  amount: 333n,
});
const before = routed(own);

test("of each payment the fee rounds down by itself", () => {
  expect(decodePaymentSettled(sample, [before])).toMatchObject({ amount: 333n, fee: 9n });
});

test.each<[string, readonly ChainLog[]]>([
  ["without a group", []],
  ["after another payment alone", [sample]],
  ["after another contract's group", [{ ...before, address: `0x${"0d".repeat(20)}` }]],
  ["after another transaction's group", [{ ...before, txHash: `0x${"0d".repeat(32)}` }]],
  ["after another registry's group", [before, routed({ ...own, registry: own.payout })]],
  ["after a group with a higher rate than can be set", [routed({ ...own, feeBps: 301n })]],
  ["after a group with a topic too few", [{ ...before, topics: before.topics.slice(0, 3) }]],
  ["after a group with a word too much", [{ ...before, data: `${before.data}${"0".repeat(64)}` }]],
])("a payment %s is doubted", (_what, earlier) => {
  expect(() => decodePaymentSettled(sample, earlier)).toThrow(ChainDoubt);
});

test.each<[string, Partial<ChainLog>]>([
  ["another event's topic", { topics: [`0x${"ff".repeat(32)}`, ...sample.topics.slice(1)] }],
  ["a topic too few", { topics: sample.topics.slice(0, 3) }],
  ["half a word too much", { data: `${sample.data}${"0".repeat(32)}` }],
  ["an address of more than 20 bytes", { data: `0x01${sample.data.slice(4)}` }],
])("a log with %s is doubted", (_what, change) => {
  expect(() => decodePaymentSettled({ ...sample, ...change }, [before])).toThrow(ChainDoubt);
});

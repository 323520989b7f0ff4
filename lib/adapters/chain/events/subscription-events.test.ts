import fc from "fast-check";
import { encodeAbiParameters, encodeEventTopics } from "viem";
import { expect, test } from "vitest";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import type { ChainLog } from "./parse-log";
import {
  decodeSubscriptionCancelled,
  decodeSubscriptionCharged,
  decodeSubscriptionCreated,
  signedTermsOf,
} from "./subscription-events";

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((array) => lowerHex(`0x${Buffer.from(array).toString("hex")}`));
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const word = { type: "uint256" } as const;
const lower = (topics: readonly unknown[]) => topics.map((topic) => lowerHex(String(topic)));
const place = {
  blockNumber: 1n,
  blockHash: lowerHex(`0x${"0b".repeat(32)}`),
  txHash: lowerHex(`0x${"0c".repeat(32)}`),
  logIndex: 0,
  address: lowerHex(`0x${"0a".repeat(20)}`),
};

const group = fc.record({
  registry: bytes(20),
  merchantId: uint256,
  token: bytes(20),
  payout: bytes(20),
  feeBps: fc.bigInt({ min: 0n, max: 300n }),
});
const item = fc.record({ id: bytes(32), period: uint256, number: uint256, amount: uint256 });
type Group = typeof group extends fc.Arbitrary<infer E> ? E : never;
type Item = typeof item extends fc.Arbitrary<infer E> ? E : never;

const account = { type: "address" } as const;

function routed({ payout, feeBps, ...args }: Group): ChainLog {
  const topics = lower(encodeEventTopics({ abi, eventName: "ChargesRouted", args }));
  const data = encodeAbiParameters([account, word, account], [payout, feeBps, place.address]);
  return { ...place, topics, data };
}

function charged({ registry }: Pick<Group, "registry">, { id, ...rest }: Item): ChainLog {
  const args = { id, registry };
  const topics = lower(encodeEventTopics({ abi, eventName: "SubscriptionCharged", args }));
  const data = encodeAbiParameters([word, word, word], [rest.period, rest.number, rest.amount]);
  return { ...place, topics, data };
}

test("every charge is read as it was written, with what the last group before it says", () => {
  fc.assert(
    fc.property(group, group, item, (before, own, given) => {
      const { merchantId, feeBps, ...common } = own;
      const { id, ...rest } = given;
      const earlier = [routed(before), charged(before, given), routed(own)];
      expect(decodeSubscriptionCharged(charged(own, given), earlier)).toEqual({
        ...common,
        ...rest,
        onchainId: id,
        chainMerchantId: merchantId,
        feeBps: Number(feeBps),
        fee: (given.amount * feeBps) / 10_000n,
      });
    }),
  );
});

const own: Group = {
  registry: lowerHex(`0x${"04".repeat(20)}`),
  merchantId: 1n,
  token: lowerHex(`0x${"01".repeat(20)}`),
  payout: lowerHex(`0x${"02".repeat(20)}`),
  feeBps: 100n,
};
const given: Item = {
  id: lowerHex(`0x${"03".repeat(32)}`),
  period: 0n,
  number: 0n,
  amount: 10n,
};
const log = charged(own, given);

test.each<[string, ChainLog, ChainLog[]]>([
  ["no group before it", log, []],
  ["a group of another transaction", log, [{ ...routed(own), txHash: place.blockHash }]],
  ["a group of another contract", log, [{ ...routed(own), address: own.token }]],
  ["another registry's group", log, [routed({ ...own, registry: own.payout })]],
  ["a fee above the registry's", log, [routed({ ...own, feeBps: 301n })]],
  ["a word too few", { ...log, data: log.data.slice(0, -64) as `0x${string}` }, [routed(own)]],
  ["another topic", { ...log, topics: routed(own).topics }, [routed(own)]],
  ["a topic too few", { ...log, topics: log.topics.slice(0, 2) }, [routed(own)]],
])("a charge with %s is doubted", (_, doubtful, earlier) => {
  expect(() => decodeSubscriptionCharged(doubtful, earlier)).toThrow(ChainDoubt);
});

test("an enrolment and an end are read as they were written, and nothing else is", () => {
  const terms = fc.record({
    registry: bytes(20),
    id: bytes(32),
    merchantId: uint256,
    payer: bytes(20),
    token: bytes(20),
    amount: uint256,
    interval: uint256,
    startAt: uint256,
    endAt: uint256,
    cap: uint256,
    signedStartAt: uint256,
    permitValue: uint256,
    permitDeadline: uint256,
    permitNonce: uint256,
    ref: bytes(32),
  });
  fc.assert(
    fc.property(terms, ({ registry, id, merchantId, payer, ...rest }) => {
      const created = { registry, id, payer };
      const ended = { registry, id, by: payer };
      const { token, amount, interval, signedStartAt, endAt, permitValue } = rest;
      const { permitDeadline, permitNonce, ref, startAt, cap } = rest;
      const accounts = [account, account, word, account];
      const types = [...accounts, ...Array(7).fill(word), { type: "bytes32" }];
      const dataOf = (named: Address, by: Address) =>
        encodeAbiParameters(
          [...types, word, word, { type: "bool" }],
          [
            ...[by, named, merchantId, token, amount, interval, signedStartAt, endAt],
            ...[permitValue, permitDeadline, permitNonce, ref, startAt, cap, true],
          ],
        );
      const enrolment: ChainLog = {
        ...place,
        topics: lower(encodeEventTopics({ abi, eventName: "SubscriptionCreated", args: created })),
        data: dataOf(registry, payer),
      };
      const end: ChainLog = {
        ...place,
        topics: lower(encodeEventTopics({ abi, eventName: "SubscriptionCancelled", args: ended })),
        data: encodeAbiParameters([word], [merchantId]),
      };
      const common = { registry, onchainId: id, chainMerchantId: merchantId };
      expect(decodeSubscriptionCreated(enrolment)).toEqual({ ...common, payer, ...rest });
      expect(decodeSubscriptionCancelled(end)).toEqual({ ...common, by: payer });
      const { startAt: _, cap: __, signedStartAt: ___, ...terms } = rest;
      const signed = { ...terms, payer, registry, merchantId, startAt: signedStartAt };
      expect(signedTermsOf(decodeSubscriptionCreated(enrolment))).toEqual(signed);
      const stranger = place.address;
      for (const data of [dataOf(stranger, payer), dataOf(registry, stranger)]) {
        const other = { ...enrolment, data };
        expect(() => decodeSubscriptionCreated(other)).toThrow(ChainDoubt);
      }
      expect(() => decodeSubscriptionCreated(end)).toThrow(ChainDoubt);
      expect(() => decodeSubscriptionCancelled(enrolment)).toThrow(ChainDoubt);
      expect(() => decodeSubscriptionCancelled({ ...end, data: "0x00" })).toThrow(ChainDoubt);
    }),
  );
});

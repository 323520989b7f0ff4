import { expect, test } from "vitest";
import { addressTopic, lowerHex } from "@/lib/core/chain/hex";
import { bloomOf, mayHold } from "./bloom";

const address = (byte: string) => lowerHex(`0x${byte.repeat(20)}`);
const hash = (byte: string) => lowerHex(`0x${byte.repeat(32)}`);

const [core, registry, other, foreign] = [
  ...[address("01"), address("02"), address("03"), address("04")],
] as const;
const settled = hash("0a");
const bloom = bloomOf([
  {
    ...{ blockNumber: 1n, blockHash: hash("0b"), txHash: hash("0c"), logIndex: 0 },
    ...{ address: core, topics: [settled, addressTopic(registry), hash("0d")], data: "0x" },
  },
]);
const wanted = { addresses: [core], topics: [settled] };

test("a block with a log of one of our registries may hold what is wanted", () => {
  const indexed = [[addressTopic(other), addressTopic(registry)]];
  expect(mayHold(bloom, { ...wanted, indexed })).toBe(true);
  expect(mayHold(bloom, { ...wanted, indexed: [null, hash("0d")] })).toBe(true);
  expect(mayHold(bloom, wanted)).toBe(true);
});

test("a block with strangers' logs of the same core does not, but for what is wanted besides", () => {
  const indexed = [[addressTopic(foreign), addressTopic(other)]];
  expect(mayHold(bloom, { ...wanted, indexed })).toBe(false);
  expect(mayHold(bloom, { ...wanted, indexed: [null, hash("0e")] })).toBe(false);
  const besides = { addresses: [core], topics: [settled] };
  expect(mayHold(bloom, { ...wanted, indexed, besides })).toBe(true);
});

import { expect, test } from "vitest";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import { bookedTopics } from "./booked-topics";
import type { ChainLog } from "./parse-log";
import { merchantOfTreasuryLog, treasuryEventKinds } from "./treasury-events";

const word = (byte: string): Bytes32 => `0x${byte.repeat(32)}`;
const logOf = (...topics: Bytes32[]): ChainLog => ({
  ...{ blockNumber: 1n, blockHash: word("0b"), txHash: word("0c"), logIndex: 0 },
  ...{ address: lowerHex(`0x${"0a".repeat(20)}`), topics, data: "0x" },
});

test("a treasury's log names the merchant after the registry", () => {
  expect(merchantOfTreasuryLog(logOf(word("01"), word("02"), `0x${"0".repeat(63)}9`))).toBe(9n);
  expect(() => merchantOfTreasuryLog(logOf(word("01"), word("02")))).toThrow(ChainDoubt);
});

test("what an owner sets is read after each of its events, and no two have one topic", () => {
  const topics = new Set(treasuryEventKinds.map(({ topic }) => topic));
  expect(topics.size).toBe(7);
  for (const topic of topics) expect(bookedTopics.has(topic)).toBe(true);
});

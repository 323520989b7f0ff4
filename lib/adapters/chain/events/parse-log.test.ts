import { expect, test } from "vitest";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { parseLog } from "./parse-log";

const topic = `0x${"12".repeat(32)}`;
const answer = {
  blockNumber: "0x1",
  blockHash: `0x${"AB".repeat(32)}`,
  transactionHash: `0x${"cd".repeat(32)}`,
  logIndex: "0x0",
  address: `0x${"EF".repeat(20)}`,
  topics: [topic],
  data: "0x",
};

test("a node's log is taken in lowercase", () => {
  expect(parseLog(answer)).toMatchObject({
    blockNumber: 1n,
    blockHash: `0x${"ab".repeat(32)}`,
    address: `0x${"ef".repeat(20)}`,
  });
});

test.each<[string, unknown]>([
  ["nothing", null],
  ["no block, as a pending one", { ...answer, blockNumber: null, blockHash: null }],
  ["a short hash", { ...answer, transactionHash: "0x12" }],
  ["an index in decimal", { ...answer, logIndex: 3 }],
  ["an index beyond any block", { ...answer, logIndex: "0xffffffff" }],
  ["five topics", { ...answer, topics: Array.from({ length: 5 }, () => topic) }],
  ["half a byte of data", { ...answer, data: "0x123" }],
])("a node's log with %s is doubted", (_what, given) => {
  expect(() => parseLog(given)).toThrow(ChainDoubt);
});

import { hexToNumber, numberToHex } from "viem/utils";
import { expect, test } from "vitest";
import { type Rpc, RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { lowerHex } from "@/lib/core/chain/hex";
import type { LogFilter } from "./log-filter";
import { type LogRange, largestLogRange, readLogsInRanges } from "./log-ranges";

const core = lowerHex(`0x${"01".repeat(20)}`);
const topic = lowerHex(`0x${"0a".repeat(32)}`);
const filter = { addresses: [core], topics: [topic] };

/** A node with one log of the core in each block. @param refuse why it gives none of a range; undefined where it does */
function nodeOf(refuse: (blocks: number, from: number) => Error | undefined) {
  const asked: [from: number, to: number][] = [];
  let questions = 0;
  const request: Rpc["request"] = async ({ method, params = [] }) => {
    if (method !== "eth_getLogs") throw new Error(method);
    const [{ fromBlock, toBlock }] = params as unknown as [{ [end: string]: `0x${string}` }];
    const [from, to] = [hexToNumber(fromBlock ?? "0x"), hexToNumber(toBlock ?? "0x")];
    questions += 1;
    if (questions > 1_000) throw new RpcUnavailable("Rate limit: asked without an end");
    const refusal = refuse(to - from + 1, from);
    if (refusal) throw refusal;
    asked.push([from, to]);
    return Array.from({ length: to - from + 1 }, (_, at) => ({
      ...{ address: core, topics: [topic], data: "0x", logIndex: "0x0" },
      blockNumber: numberToHex(from + at),
      blockHash: numberToHex(from + at, { size: 32 }),
      transactionHash: numberToHex(1_000 + from + at, { size: 32 }),
    }));
  };
  return { rpc: { request } as Rpc, asked, questions: () => questions };
}

const read = async ({ rpc }: { rpc: Rpc }, to: bigint, range: LogRange) => {
  const { logs, through } = await readLogsInRanges(rpc, { from: 1n, to }, filter, range);
  return { heights: logs.map(({ blockNumber }) => Number(blockNumber)), through };
};
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

test("every height is read once, in ranges that grow slowly up to the largest", async () => {
  const node = nodeOf(() => undefined);
  const range = { blocks: 400 };
  expect(await read(node, 2_000n, range)).toEqual({ heights: upTo(2_000), through: 2_000n });
  expect(node.asked).toEqual([
    [1, 400],
    [401, 900],
    [901, 1_400],
    [1_401, 1_900],
    [1_901, 2_000],
  ]);
  expect(range.blocks).toBe(largestLogRange);
});

test("a range that the node refuses is halved, and what was found out is kept", async () => {
  const node = nodeOf((blocks) =>
    blocks > 30 ? new RpcError(-32_005, "too many results", null) : undefined,
  );
  const range = { blocks: 100 };
  expect(await read(node, 60n, range)).toEqual({ heights: upTo(60), through: 60n });
  expect(node.asked).toEqual([
    [1, 30],
    [31, 60],
  ]);
  expect(node.questions()).toBe(3);
  expect(range.blocks).toBeLessThan(60);
});

test("a height that the node refuses by itself is asked for once more, and no more", async () => {
  const node = nodeOf(() => new RpcError(-32_000, "not now", null));
  await expect(read(node, 1n, { blocks: 4 })).rejects.toThrow("not now");
  expect(node.questions()).toBe(2);
});

test("a node that fails on the way gives what was read before, and at once its failure", async () => {
  const refuse = (_: number, from: number) => (from > 3 ? new RpcUnavailable("away") : undefined);
  expect(await read(nodeOf(refuse), 9n, { blocks: 3 })).toEqual({ heights: upTo(3), through: 3n });
  const failing = nodeOf(() => new RpcUnavailable("away"));
  await expect(read(failing, 9n, { blocks: 4 })).rejects.toThrow("away");
  expect(failing.asked).toEqual([]);
});

test("a node that wants no more questions for now is left alone, and its ranges stay", async () => {
  const refusal = new RpcUnavailable("Rate limit exceeded");
  const node = nodeOf((_, from) => (from > 100 ? refusal : undefined));
  const range = { blocks: 100 };
  expect(await read(node, 400n, range)).toEqual({ heights: upTo(100), through: 100n });
  expect([node.questions(), range.blocks]).toEqual([2, 125]);
});

test("what is no trouble of the node's is thrown at once", async () => {
  const node = nodeOf(() => undefined);
  let uses = 0;
  const broken: LogFilter = {
    topics: [topic],
    get addresses(): LogFilter["addresses"] {
      uses += 1;
      throw new TypeError("a bug");
    },
  };
  const reading = readLogsInRanges(node.rpc, { from: 1n, to: 9n }, broken, { blocks: 8 });
  await expect(reading).rejects.toThrow("a bug");
  expect(uses).toBe(1);
});

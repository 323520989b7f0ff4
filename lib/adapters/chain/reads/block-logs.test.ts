import { numberToHex } from "viem/utils";
import { expect, test } from "vitest";
import { type Rpc, RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { readLogsOfBlock, readLogsOfRange } from "./block-logs";
import { type Block, readBlock } from "./blocks";
import { bloomOf } from "./bloom";
import type { LogFilter } from "./log-filter";

const bytes = (byte: string, count: number) => lowerHex(`0x${byte.repeat(count)}`);
const hash = (height: number): Bytes32 => lowerHex(numberToHex(height, { size: 32 })) as Bytes32;
const [topic, otherTopic] = [bytes("0a", 32) as Bytes32, bytes("0b", 32) as Bytes32];
const [emitter, core] = [bytes("01", 20), bytes("02", 20)];

const anyone: LogFilter = { addresses: "any", topics: [topic] };
const filter: LogFilter = { addresses: [core], topics: [otherTopic], besides: anyone };

/** Blocks 1 to 5: of an account that is not known beforehand in 2 and 4, of the core in 3, of a stranger in 5. */
const logsAt: Record<number, { address: Hex; topic: Bytes32 }[]> = {
  2: [{ address: emitter, topic }],
  3: [{ address: core, topic: otherTopic }],
  4: [{ address: emitter, topic }],
  5: [{ address: emitter, topic: otherTopic }],
};

const logOf = (
  height: number,
  at: number,
  { address, topic: first }: { address: Hex; topic: Bytes32 },
) => ({
  address,
  topics: [first],
  data: "0x",
  blockNumber: numberToHex(height),
  blockHash: hash(height),
  transactionHash: hash(1_000 + height),
  logIndex: numberToHex(at),
});

interface Options {
  /** What the node says to a question without an address. */
  readonly refusal: Error;
  /** Blooms are not computed. */
  readonly isBloomless?: boolean;
}

/** A node that gives no logs without an address. */
function strictNode({ refusal, isBloomless = false }: Options): Rpc & { receipts: number[] } {
  const receipts: number[] = [];
  const logs = (height: number) => (logsAt[height] ?? []).map((log, at) => logOf(height, at, log));
  const bloom = (height: number) => {
    const parsed = (logsAt[height] ?? []).map(({ address, topic: first }) => ({
      ...{ blockNumber: BigInt(height), blockHash: hash(height), txHash: hash(1), logIndex: 0 },
      ...{ address: lowerHex(address), topics: [first], data: "0x" as Hex },
    }));
    return `0x${Buffer.from(isBloomless ? new Uint8Array(256) : bloomOf(parsed)).toString("hex")}`;
  };
  const request: Rpc["request"] = async ({ method, params = [] }) => {
    const [first] = params;
    if (method === "eth_getBlockByNumber") {
      const height = Number(first);
      if (height > 5) return null;
      const transactions = logsAt[height] ? [hash(1_000 + height)] : [];
      return {
        ...{ number: numberToHex(height), hash: hash(height), parentHash: hash(height - 1) },
        ...{ timestamp: "0x1", logsBloom: bloom(height), transactions },
      };
    }
    if (method === "eth_getBlockReceipts") {
      const height = Number(first);
      receipts.push(height);
      return [
        { transactionHash: hash(1_000 + height), blockHash: hash(height), logs: logs(height) },
      ];
    }
    const query = first as { address?: Hex[]; blockHash?: Hex; fromBlock?: Hex; toBlock?: Hex };
    if (!query.address) throw refusal;
    const from = Number(query.blockHash ?? query.fromBlock);
    const to = Number(query.blockHash ?? query.toBlock);
    const heights = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    return heights
      .flatMap(logs)
      .filter(
        ({ address, topics: [found] }) => query.address?.includes(address) && found === otherTopic,
      );
  };
  return { request, receipts };
}

const saying = (message: string) => new RpcError(-32_701, message, null);
const refusal = saying("Please specify an address in your request");

async function blockAt(rpc: Rpc, height: bigint): Promise<Block> {
  const block = await readBlock(rpc, height);
  if (!block) throw new Error("there is one");
  return block;
}

test.each([
  "Please specify an address in your request or order a dedicated node",
  "eth_getLogs requires an address",
  "filter without addresses is not allowed",
])(
  "a node that says %j gives the logs of any account by its receipts, where a bloom may hold one",
  async (message) => {
    const rpc = strictNode({ refusal: saying(message) });
    const logs = await readLogsOfRange(rpc, { from: 1n, to: 5n }, filter);
    expect(logs.map(({ blockNumber, address }) => [blockNumber, address])).toEqual([
      [2n, emitter],
      [3n, core],
      [4n, emitter],
    ]);
    expect(rpc.receipts).toEqual([2, 4]);
  },
);

test("without blooms the receipts of each block with transactions are read", async () => {
  const rpc = strictNode({ refusal, isBloomless: true });
  const logs = await readLogsOfRange(rpc, { from: 1n, to: 5n }, filter);
  expect(logs).toHaveLength(3);
  expect(rpc.receipts).toEqual([2, 3, 4, 5]);
});

test("of one block they are read by its hash", async () => {
  const rpc = strictNode({ refusal });
  const two = await blockAt(rpc, 2n);
  expect(await readLogsOfBlock(rpc, two, filter)).toHaveLength(1);
  expect(await readLogsOfBlock(rpc, await blockAt(rpc, 1n), filter)).toEqual([]);
  expect(rpc.receipts).toEqual([2]);
});

test.each([
  ["a range that is too long", saying("query returned more than 10000 results")],
  ["too many calls", saying("rate limit exceeded")],
  ["nothing at all", new RpcUnavailable("socket hang up")],
])("what is refused for %s is refused", async (_what, error) => {
  const rpc = strictNode({ refusal: error });
  await expect(readLogsOfRange(rpc, { from: 1n, to: 5n }, filter)).rejects.toBe(error);
  expect(rpc.receipts).toEqual([]);
});

test("a range that the node has not got wholly is none", async () => {
  const rpc = strictNode({ refusal });
  await expect(readLogsOfRange(rpc, { from: 4n, to: 6n }, filter)).rejects.toThrow(/has not all/);
});

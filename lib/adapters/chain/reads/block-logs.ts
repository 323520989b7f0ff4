import { numberToHex } from "viem/utils";
import { z } from "zod";
import { type ChainLog, parseLog } from "@/lib/adapters/chain/events/parse-log";
import { ChainDoubt, wantsAddress } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { askNode, type Block, checkBlock, readBlock, readReceiptLogs } from "./blocks";
import { isEmptyBloom, mayHold, readBloom } from "./bloom";
import { isWanted, type LogFilter, partsOf } from "./log-filter";

/**
 * The wanted logs of one block, by its hash (EIP-234): a block that was orphaned in the meantime
 * gives an error, not another block's logs. Some nodes answer an empty list instead.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt also when a log is of another block
 */
export async function readLogsOfBlock(
  rpc: Rpc,
  block: Block,
  filter: LogFilter,
): Promise<ChainLog[]> {
  const logs = await readLogs(rpc, { blockHash: block.hash }, filter, async () => [block]);
  checkBlock(block, logs);
  return logs;
}

/**
 * The wanted logs of a range of heights, both ends included, in the chain's order.
 * @throws RpcError many providers limit the range or the number of results
 * @throws RpcUnavailable, ChainDoubt
 */
export async function readLogsOfRange(
  rpc: Rpc,
  { from, to }: { from: bigint; to: bigint },
  filter: LogFilter,
): Promise<ChainLog[]> {
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
  const logs = await readLogs(rpc, range, filter, () => readBlocks(rpc, { from, to }));
  if (logs.some(({ blockNumber }) => blockNumber < from || blockNumber > to)) {
    throw new ChainDoubt(`A log from outside ${from} to ${to}`);
  }
  return logs;
}

/** @param blocks those that are asked about, for a node that gives no logs without an address */
async function readLogs(
  rpc: Rpc,
  place: Record<string, string>,
  filter: LogFilter,
  blocks: () => Promise<Block[]>,
): Promise<ChainLog[]> {
  const given = await Promise.all(
    partsOf(filter).map(async (part) => {
      const { addresses, topics, indexed = [] } = part;
      const from = addresses === "any" ? {} : { address: addresses };
      const query = { ...place, ...from, topics: [topics, ...indexed] };
      try {
        const answer = await askNode(rpc, "eth_getLogs", [query], z.array(z.unknown()));
        return answer.map(parseLog);
      } catch (error) {
        if (addresses !== "any" || !wantsAddress(error)) throw error;
        return readFromReceipts(rpc, await blocks(), part);
      }
    }),
  );
  return given
    .flat()
    .filter((log) => isWanted(log, filter))
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
}

const AT_ONCE = 8;

/**
 * The wanted logs of blocks, from the receipts of those whose bloom may hold one.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readFromReceipts(
  rpc: Rpc,
  blocks: readonly Block[],
  filter: LogFilter,
): Promise<ChainLog[]> {
  const asked = blocks.filter(({ logsBloom, transactionHashes }) => {
    const bloom = readBloom(logsBloom);
    return isEmptyBloom(bloom) ? transactionHashes.length > 0 : mayHold(bloom, filter);
  });
  const logs: ChainLog[] = [];
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE).map((block) => readReceiptLogs(rpc, block));
    logs.push(...(await Promise.all(some)).flat());
  }
  return logs.filter((log) => isWanted(log, filter));
}

/** @throws ChainDoubt the node lacks one of them */
async function readBlocks(rpc: Rpc, { from, to }: { from: bigint; to: bigint }): Promise<Block[]> {
  const blocks: Block[] = [];
  for (let first = from; first <= to; first += BigInt(AT_ONCE)) {
    const count = Math.min(AT_ONCE, Number(to - first) + 1);
    const some = Array.from({ length: count }, (_, at) => readBlock(rpc, first + BigInt(at)));
    for (const block of await Promise.all(some)) {
      if (!block) throw new ChainDoubt(`The node has not all blocks of ${from} to ${to}`);
      blocks.push(block);
    }
  }
  return blocks;
}

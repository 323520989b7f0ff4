import {
  type Block,
  isWanted,
  type LogFilter,
  readLogsOfBlock,
  readReceiptLogs,
} from "@/lib/adapters/chain/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import { type LogRange, readLogsInRanges } from "@/lib/adapters/chain/log-ranges";
import { bloomOf, isEmptyBloom, mayHold, readBloom } from "@/lib/adapters/chain/logs-bloom";
import type { ChainLog } from "@/lib/adapters/chain/parse-log";
import type { Rpc } from "@/lib/adapters/chain/rpc";
import { mapWhileAnswered } from "./map-while-answered";

const CALLS_AT_ONCE = 8;

/**
 * The wanted logs of blocks above finality, each asked for by its hash, so that no answer can be of
 * another chain of blocks.
 * @returns by block; fewer than asked for when the node fails on the way
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt the node hides logs, or gives another block's
 */
export async function readTipLogs(
  rpc: Rpc,
  blocks: readonly Block[],
  filter: LogFilter,
): Promise<ChainLog[][]> {
  return mapWhileAnswered(blocks, CALLS_AT_ONCE, async (block) => {
    if (cannotHold(block, filter)) return [];
    return checkAbsence(rpc, block, await readLogsOfBlock(rpc, block, filter), filter);
  });
}

/**
 * The wanted logs of final blocks, asked for in ranges that shrink when the node refuses and grow
 * slowly again. Each log must be of the block that we know at its height, and a block without logs
 * must have a bloom that says so.
 * @param blocks consecutive
 * @returns by block; fewer than asked for when the node fails on the way
 * @throws as `readTipLogs`
 */
export async function readFinalLogs(
  rpc: Rpc,
  blocks: readonly Block[],
  filter: LogFilter,
  range: LogRange,
): Promise<ChainLog[][]> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return [];
  const heights = { from: first.number, to: last.number };
  const { logs, through } = await readLogsInRanges(rpc, heights, filter, range);
  const read = blocks.filter(({ number }) => number <= through);
  const byBlock = new Map<bigint, ChainLog[]>(read.map(({ number }) => [number, []]));
  const hashes = new Map(read.map(({ number, hash }) => [number, hash]));
  for (const log of logs) {
    if (log.blockHash !== hashes.get(log.blockNumber)) {
      throw new ChainDoubt(`A log of block ${log.blockNumber} is of another ${log.blockHash}`);
    }
    byBlock.get(log.blockNumber)?.push(log);
  }
  return mapWhileAnswered(read, CALLS_AT_ONCE, (block) =>
    checkAbsence(rpc, block, byBlock.get(block.number) ?? [], filter),
  );
}

/** A bloom that is not empty is proof of absence; an empty one only when there was nothing to log. */
function cannotHold(block: Block, filter: LogFilter): boolean {
  const bloom = readBloom(block.logsBloom);
  if (isEmptyBloom(bloom)) return block.transactionHashes.length === 0;
  return !mayHold(bloom, filter);
}

/**
 * "No logs" is believed when the bloom agrees, or else when the receipts of the block's transactions
 * show none and explain the bloom's bits by other logs.
 */
async function checkAbsence(
  rpc: Rpc,
  block: Block,
  logs: ChainLog[],
  filter: LogFilter,
): Promise<ChainLog[]> {
  if (logs.length > 0 || cannotHold(block, filter)) return logs;
  const all = await readReceiptLogs(rpc, block);
  const wanted = all.filter((log) => isWanted(log, filter));
  const isExplained = isEmptyBloom(readBloom(block.logsBloom)) || mayHold(bloomOf(all), filter);
  if (wanted.length === 0 && !isExplained) {
    throw new ChainDoubt(`The node hides logs of block ${block.number}`);
  }
  return wanted;
}

import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import { readLogsOfBlock } from "@/lib/adapters/chain/reads/block-logs";
import { type Block, readBlock, readReceiptLogs } from "@/lib/adapters/chain/reads/blocks";
import { bloomOf, isEmptyBloom, mayHold, readBloom } from "@/lib/adapters/chain/reads/bloom";
import { isWanted, type LogFilter } from "@/lib/adapters/chain/reads/log-filter";
import { type LogRange, readLogsInRanges } from "@/lib/adapters/chain/reads/log-ranges";
import { ChainDoubt, isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { decodeEvents } from "./decode";
import type { Source } from "./source";
import type { IndexedEvent } from "./store-blocks";

/** Consecutive blocks, each the parent of the next, and our events in them. */
export interface Span {
  readonly blocks: readonly Block[];
  readonly events: readonly IndexedEvent[];
  /** The first block is not a child of where the reading began: that block was replaced. */
  readonly forked: boolean;
}

/** Where to begin, where to end, and up to where the node calls blocks final. */
export interface Reach {
  /** The hash may be unknown where a history begins. */
  readonly after: { readonly number: bigint; readonly hash: Bytes32 | null };
  readonly to: bigint;
  readonly finalTo: bigint;
}

/** What adapts to the node and to the traffic from span to span. */
export interface Pace {
  readonly logRange: LogRange;
  /** Blocks in the next span. */
  blocks: number;
}

const FIRST_SPAN = 64;
const LARGEST_SPAN = 500;
/** About as many events as one transaction should write. */
const GOOD_SPAN_EVENTS = 1_500;
const HEADERS_AT_ONCE = 16;

export function newPace(): Pace {
  return { logRange: { blocks: FIRST_SPAN }, blocks: FIRST_SPAN };
}

const CALLS_AT_ONCE = 8;

/**
 * Maps in order, with at most `size` calls under way, as far as the node answers: what came before a call
 * that failed is kept, so that a node that fails now and then does not hold up a long way back.
 * @throws the error of the very first call, and every error that is not trouble with the node
 */
async function mapWhileAnswered<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += size) {
    for (const one of await Promise.allSettled(items.slice(at, at + size).map(work))) {
      if (one.status === "fulfilled") results.push(one.value);
      else if (results.length > 0 && isChainTrouble(one.reason)) return results;
      else throw one.reason;
    }
  }
  return results;
}

/**
 * The wanted logs of blocks above finality, each asked for by its hash, so that no answer can be of
 * another chain of blocks.
 * @returns by block; fewer than asked for when the node fails on the way
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt the node hides logs, or gives another block's
 */
async function readTipLogs(
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
async function readFinalLogs(
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

/**
 * Reads the next blocks: final ones or ones above finality, never both at once.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt answers that contradict each other, or a block that the node has not got yet
 */
export async function readSpan(source: Source, reach: Reach, pace: Pace): Promise<Span> {
  const { rpc } = source.chain;
  const first = reach.after.number + 1n;
  const isFinal = first <= reach.finalTo;
  const end = isFinal ? smaller(reach.to, reach.finalTo) : reach.to;
  const last = smaller(end, reach.after.number + BigInt(pace.blocks));
  const linked = await readLinked(rpc, first, last);
  const parent = linked[0]?.parentHash;
  if (reach.after.hash !== null && parent !== reach.after.hash) {
    return { blocks: linked, events: [], forked: true };
  }
  const logs = isFinal
    ? await readFinalLogs(rpc, linked, source.filter, pace.logRange)
    : await readTipLogs(rpc, linked, source.filter);
  const blocks = linked.slice(0, logs.length);
  if (isFinal) await checkStill(rpc, blocks.at(-1));
  const events = blocks.flatMap((block, at) => decodeEvents(source, block, logs[at] ?? []));
  adapt(pace, events.length);
  return { blocks, events, forked: false };
}

/** The headers from `first` on, as far as the node gives them and each follows its predecessor. */
async function readLinked(rpc: Rpc, first: bigint, last: bigint): Promise<Block[]> {
  const numbers = Array.from({ length: Number(last - first) + 1 }, (_, at) => first + BigInt(at));
  const found = await mapWhileAnswered(numbers, HEADERS_AT_ONCE, (number) =>
    readBlock(rpc, number),
  );
  const linked: Block[] = [];
  for (const block of found) {
    const parent = linked.at(-1);
    if (!block || (parent && block.parentHash !== parent.hash)) break;
    linked.push(block);
  }
  if (linked.length === 0) throw new ChainDoubt(`The node has no block ${first} yet`);
  return linked;
}

/** A range answer is by height: the heights must still belong to the same blocks after it. */
async function checkStill(rpc: Rpc, last: Block | undefined): Promise<void> {
  if (!last) return;
  const again = await readBlock(rpc, last.number);
  if (again?.hash !== last.hash) throw new ChainDoubt(`Block ${last.number} changed while reading`);
}

function adapt(pace: Pace, events: number): void {
  const factor = events > GOOD_SPAN_EVENTS ? 0.5 : 1.5;
  pace.blocks = Math.min(LARGEST_SPAN, Math.max(1, Math.round(pace.blocks * factor)));
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

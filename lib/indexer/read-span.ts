import { type Block, readBlock } from "@/lib/adapters/chain/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import type { LogRange } from "@/lib/adapters/chain/log-ranges";
import type { Rpc } from "@/lib/adapters/chain/rpc";
import type { Bytes32 } from "@/lib/core/hex";
import { decodeEvents, type IndexedEvent } from "./decode";
import { mapWhileAnswered } from "./map-while-answered";
import { readFinalLogs, readTipLogs } from "./read-logs";
import type { Source } from "./source";

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

import { transaction } from "@/db/client";
import type { LogDiscovery } from "@/db/schema/chain";
import { bookedTopics } from "@/lib/adapters/chain/events/booked-topics";
import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import { checkNode } from "@/lib/adapters/chain/nodes/check-node";
import { readFromReceipts } from "@/lib/adapters/chain/reads/block-logs";
import { type Block, readBlock } from "@/lib/adapters/chain/reads/blocks";
import type { LogFilter } from "@/lib/adapters/chain/reads/log-filter";
import {
  type LogRange,
  largestLogRange,
  readLogsInRanges,
} from "@/lib/adapters/chain/reads/log-ranges";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { nodesOf } from "@/lib/adapters/chain/rpc/rpc";
import type { Context } from "@/lib/domain/platform/context";
import { noteSuspect } from "@/lib/domain/wallets/note-suspects";
import { bookTransaction, noteHiddenLogs } from "./book-transaction";
import type { ChainView } from "./choose-node";
import { contractAt, type Source } from "./source";

type ReaderContext = Pick<Context, "db" | "chains" | "config" | "log">;

const BLOCKS_AT_ONCE = 8;

/** Final blocks, the first one not included. */
interface Heights {
  readonly above: bigint;
  readonly through: bigint;
  readonly foundBy: LogDiscovery;
}

/**
 * Compares what a node shows of final blocks with what was read of them.
 * @returns up to where it did, how many logs were missing, and the node
 */
export async function compareRange(
  ctx: ReaderContext,
  view: ChainView,
  source: Source,
  { above, through, foundBy }: Heights,
): Promise<{ through: bigint; missing: number; node: string }> {
  if (source.contracts.length === 0) return { through, missing: 0, node: view.node.name };
  const heights = { from: above + 1n, to: through };
  const read = await readElsewhere(ctx, view, heights, source.filter);
  const shown = bookedOf(source, read.logs);
  const { id: chainId } = view.chain;
  const stored = await ctx.db<{ blockNumber: bigint; logIndex: number }[]>`
    select block_number, log_index from chain_events
    where chain_id = ${chainId} and block_number > ${above} and block_number <= ${read.through}`;
  const known = new Set(stored.map(placeOf));
  const unshown = countUnshown(stored, shown);
  await noteUnshown(ctx, { chainId, node: read.node.name, foundBy }, unshown);
  const byReceipt = await readUnshown(ctx, view, source.filter, [...unshown.keys()]);
  const found = [...shown, ...bookedOf(source, byReceipt)];
  const unread = found.filter((log) => !known.has(placeOf(log)));
  let missing = 0;
  for (const txHash of new Set(unread.map((log) => log.txHash))) {
    missing += (await bookTransaction(ctx, view, source, { txHash, foundBy })) ?? 0;
  }
  return { through: read.through, missing, node: read.node.name };
}

const placeOf = ({ blockNumber, logIndex }: { blockNumber: bigint; logIndex: number }) =>
  `${blockNumber}:${logIndex}`;

function bookedOf({ contracts }: Source, logs: readonly ChainLog[]): ChainLog[] {
  return logs.filter((log) => {
    const [topic] = log.topics;
    return topic && bookedTopics.has(topic) && contractAt(contracts, log);
  });
}

type Place = Parameters<typeof placeOf>[0];

/** How many logs that are stored were not shown, by their block. */
function countUnshown(
  stored: readonly Place[],
  logs: readonly ChainLog[],
): ReadonlyMap<bigint, number> {
  const shown = new Set(logs.map(placeOf));
  const byBlock = new Map<bigint, number>();
  for (const log of stored) {
    if (shown.has(placeOf(log))) continue;
    byBlock.set(log.blockNumber, (byBlock.get(log.blockNumber) ?? 0) + 1);
  }
  return byBlock;
}

/**
 * The wanted logs of blocks of which a node hid logs, by their receipts: it may have hidden others of them each time it
 * was asked. Where no node gives the receipts of blocks, those of their transactions are read one by one later.
 * @throws RpcError, RpcUnavailable, ChainDoubt the blocks themselves cannot be read
 */
async function readUnshown(
  { db }: ReaderContext,
  { chain }: ChainView,
  filter: LogFilter,
  numbers: readonly bigint[],
): Promise<ChainLog[]> {
  const blocks: Block[] = [];
  for (let at = 0; at < numbers.length; at += BLOCKS_AT_ONCE) {
    const some = numbers.slice(at, at + BLOCKS_AT_ONCE);
    const read = await Promise.all(some.map((number) => readBlock(chain.rpc, number)));
    blocks.push(...read.filter((block) => block !== null));
  }
  try {
    return await readFromReceipts(chain.rpc, blocks, filter);
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    await transaction(db, async (tx) => {
      for (const txHash of blocks.flatMap(({ transactionHashes }) => transactionHashes)) {
        await noteSuspect(tx, { chainId: chain.id, txHash, foundBy: "second_reading" });
      }
    });
    return [];
  }
}

/** The second node may be the one that hides logs. */
async function noteUnshown(
  ctx: ReaderContext,
  by: { chainId: number; node: string; foundBy: LogDiscovery },
  unshown: ReadonlyMap<bigint, number>,
): Promise<void> {
  if (unshown.size === 0) return;
  await transaction(ctx.db, async (tx) => {
    for (const [blockNumber, count] of unshown) {
      await noteHiddenLogs(ctx, tx, { ...by, blockNumber, logs: count, isMissed: false });
    }
  });
}

/**
 * The logs by another node than the one that the scan asks, if one is on the same chain up to there and answers; else by
 * that one again.
 */
async function readElsewhere(
  { log }: ReaderContext,
  { chain, node }: ChainView,
  heights: { readonly from: bigint; readonly to: bigint },
  filter: LogFilter,
) {
  const others = nodesOf(chain.rpc).filter((one) => one !== node && one.leftOut === null);
  const final = others.length > 0 ? await readBlock(node, heights.to) : null;
  for (const other of others) {
    try {
      const isSame = final && (await readBlock(other, heights.to))?.hash === final.hash;
      if (!isSame || !(await checkNode(chain, other, log))) continue;
      return { node: other, ...(await readLogsInRanges(other, heights, filter, newRange())) };
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
    }
  }
  return { node, ...(await readLogsInRanges(node, heights, filter, newRange())) };
}

const newRange = (): LogRange => ({ blocks: largestLogRange });

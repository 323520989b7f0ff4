import type { Db, TransactionSql } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { type Block, readBlock } from "@/lib/adapters/chain/reads/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Bytes32, zeroBytes32 } from "@/lib/core/chain/hex";
import { impossible } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { CursorRow, Position } from "./cursor";
import { blockBefore, contractsOn } from "./source";
import { storeBlocks } from "./store-blocks";

/** A block to read on from; null before the chain's first. */
export type Start = Block | null;

const BEFORE_GENESIS = -1n;

/** Where the reading of a chain begins: before the first block that can hold anything of ours. */
export function beginningOf({ chains }: Pick<Context, "chains">, chain: Chain): bigint {
  return blockBefore(contractsOn(chains, chain));
}

/**
 * Reads a block to go on from: its child, where there is one, must follow it.
 * @throws ChainDoubt the node has no such block, or its answers do not fit together
 * @throws RpcError, RpcUnavailable
 */
export async function readStart(rpc: Rpc, number: bigint): Promise<Start> {
  if (number <= BEFORE_GENESIS) return null;
  const [block, child] = await Promise.all([readBlock(rpc, number), readBlock(rpc, number + 1n)]);
  if (block && (!child || child.parentHash === block.hash)) return block;
  throw new ChainDoubt(`Blocks ${number} and ${number + 1n} do not follow each other`);
}

/** The start as the cursor names it. */
export function positionOf(start: Start): Position {
  return start ?? { number: BEFORE_GENESIS, hash: zeroBytes32 };
}

/**
 * Locks the cursor.
 * @throws Refusal it is not where the caller found it
 */
export async function lockFound(tx: TransactionSql, found: CursorRow): Promise<void> {
  const [row] = await tx<CursorRow[]>`
    select * from chain_cursors where chain_id = ${found.chainId} for update`;
  const { number, hash, finalizedNumber } = found;
  if (row?.number === number && row.hash === hash && row.finalizedNumber === finalizedNumber)
    return;
  throw impossible("The cursor has moved since it was looked at: try again.");
}

/**
 * Forgets what was read above a block, and puts the cursor there: `finalized_number` goes back with it,
 * which nothing else may do. The caller holds the cursor's lock, and has taken back what followed from
 * the forgotten events. A halt or a doubt ends, since the block is the node's own.
 */
export async function rewind(
  tx: TransactionSql,
  chainId: number,
  start: Start,
  head: bigint,
): Promise<void> {
  const { number, hash } = positionOf(start);
  await tx`delete from chain_events where chain_id = ${chainId} and block_number > ${number}`;
  await tx`delete from chain_blocks where chain_id = ${chainId} and number > ${number}`;
  const stored = await tx`
    select from chain_blocks where chain_id = ${chainId} and number = ${number}`;
  if (start && stored.length === 0) await storeBlocks(tx, chainId, [start]);
  await tx`
    update deployment_contracts set backfilled_number = ${number}, backfilled_hash = ${hash}
    where chain_id = ${chainId} and joined_at is null and backfilled_number > ${number}`;
  await tx`
    update deployment_contracts set booked_number = ${number}
    where chain_id = ${chainId} and booked_number > ${number}`;
  await tx`
    update chain_cursors set number = ${number}, hash = ${hash}, head_number = ${head},
      finalized_number = least(finalized_number, ${number}),
      seen_number = least(seen_number, ${number}), safe_number = least(safe_number, ${number}),
      finalized_at = case when finalized_number > ${number}
        then ${start?.timestamp ?? new Date(0)} else finalized_at end,
      reread_number = least(reread_number, ${number}),
      reread_at = case when reread_number > ${number}
        then ${start?.timestamp ?? new Date(0)} else reread_at end,
      reread_target = null, reread_target_at = null, reread_due_at = null,
      halted_reason = null, doubt_since = null, doubt_looks = 0, doubt_looked_at = null,
      updated_at = now()
    where chain_id = ${chainId}`;
  await wake(tx, wakes.chain, { chainId });
  await wake(tx, wakes.relay, { chainId });
}

/** Where the blocks that were read and a node's chain part. */
export interface Fork {
  /** The highest block that was read and that the node has, too; null when it has none of them. */
  readonly common: Position | null;
  /** The lowest stored block above it, and what the node has instead; null where they do not part. */
  readonly parted: (Position & { readonly found: Bytes32 | null }) | null;
}

/**
 * Finds where the stored blocks and a node's chain part, by halving: a block that both have is a
 * descendant of the same blocks. Final blocks without events are not stored, so the chains may part
 * somewhat above the block that is found; nothing of ours was in between.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function findFork(db: Db, chainId: number, rpc: Rpc): Promise<Fork> {
  const [ends] = await db<{ low: bigint | null; high: bigint | null }[]>`
    select min(number) as low, max(number) as high from chain_blocks where chain_id = ${chainId}`;
  let [low, high] = [ends?.low ?? 0n, ends?.high ?? -1n];
  let fork: Fork = { common: null, parted: null };
  while (low <= high) {
    const middle = (low + high) / 2n;
    const [stored] = await db<Position[]>`
      select number, hash from chain_blocks
      where chain_id = ${chainId} and number between ${low} and ${middle}
      order by number desc limit 1`;
    if (!stored) {
      low = middle + 1n;
      continue;
    }
    const found = (await readBlock(rpc, stored.number))?.hash ?? null;
    if (found === stored.hash) {
      fork = { ...fork, common: stored };
      low = middle + 1n;
    } else {
      fork = { ...fork, parted: { ...stored, found } };
      high = stored.number - 1n;
    }
  }
  return fork;
}

import type { Db } from "@/db/client";
import { readBlock } from "@/lib/adapters/chain/blocks";
import type { Rpc } from "@/lib/adapters/chain/rpc";
import type { Bytes32 } from "@/lib/core/hex";
import type { Position } from "./cursor";

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

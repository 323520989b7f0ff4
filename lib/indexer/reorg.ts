import { transaction } from "@/db/client";
import { readBlock } from "@/lib/adapters/chain/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/chain-trouble";
import type { Chain } from "@/lib/adapters/chain/chains";
import type { Bytes32 } from "@/lib/core/hex";
import type { Context, SystemActor } from "@/lib/domain/context";
import { unwindSettlements } from "@/lib/domain/payments/unwind-settlements";
import { lockCursor, moveCursor, type Position } from "./cursor";

/** A finalised block that the node's chain does not contain any more. */
export interface LostBlock extends Position {
  /** What the node has in its place; null when its chain has become too short. */
  readonly found: Bytes32 | null;
}

/** How often a loss must be seen before it is believed: it stops the chain. */
const LOOKS = 3;

/**
 * Steps back from a block that the node's chain seems to have replaced: one block, and only when the
 * finalised block is still there. Nothing is changed when it is not.
 * @returns the finalised block that was lost, or null after a step back
 * @throws ChainDoubt the node has the same block after all, or none: ask again later
 * @throws RpcError, RpcUnavailable
 */
export async function stepBack(
  ctx: Context<SystemActor>,
  chain: Chain,
  at: Position,
): Promise<LostBlock | null> {
  const found = await readBlock(chain.rpc, at.number);
  if (!found || found.hash === at.hash) {
    throw new ChainDoubt(`The chain does not go on from block ${at.number} as it should`);
  }
  const lost = await findLostBlock(ctx, chain);
  if (lost) return lost;
  const fields = { chainId: chain.id, block: String(at.number), hash: at.hash, now: found.hash };
  ctx.log.info(fields, "a block was replaced");
  await unwindBlock(ctx, chain.id, at);
  return null;
}

/**
 * Compares the finalised block with the node's. A difference must be seen several times, since it stops
 * the chain; a chain that is too short to have the block is a loss on the local chain alone, where
 * nobody lags behind.
 * @throws ChainDoubt the node has no such block, or another one each time
 * @throws RpcError, RpcUnavailable
 */
export async function findLostBlock(
  ctx: Context<SystemActor>,
  chain: Chain,
): Promise<LostBlock | null> {
  const [final] = await ctx.db<Position[]>`
    select b.number, b.hash from chain_cursors c
    join chain_blocks b on b.chain_id = c.chain_id and b.number = c.finalized_number
    where c.chain_id = ${chain.id}`;
  if (!final) return null;
  const looks = new Set<Bytes32 | null>();
  for (let look = 0; look < LOOKS; look += 1) {
    const block = await readBlock(chain.rpc, final.number);
    if (block?.hash === final.hash) return null;
    looks.add(block?.hash ?? null);
  }
  const [found = null] = looks;
  if (looks.size > 1 || (found === null && !chain.local)) {
    throw new ChainDoubt(`The node cannot say what block ${final.number} is`);
  }
  return { ...final, found };
}

/** Takes the block at the cursor back, with its events and all that followed from them. */
async function unwindBlock(
  ctx: Context<SystemActor>,
  chainId: number,
  at: Position,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const cursor = await lockCursor(tx, chainId, at);
    if (!cursor || cursor.number <= cursor.finalizedNumber) return;
    await tx`
      delete from chain_events where chain_id = ${chainId} and block_number = ${at.number}`;
    await unwindSettlements(tx, { chainId, blockNumber: at.number });
    const [block] = await tx<{ parentHash: Bytes32 }[]>`
      delete from chain_blocks where chain_id = ${chainId} and number = ${at.number}
      returning parent_hash`;
    if (!block) throw new Error(`block ${at.number} above finality is not stored`);
    await moveCursor(tx, cursor, { number: at.number - 1n, hash: block.parentHash });
  });
}

import { transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { type Block, readBlock } from "@/lib/adapters/chain/reads/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import { zeroBytes32 } from "@/lib/core/chain/hex";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { type CursorRow, findCursor } from "./cursor";
import type { FinalMark } from "./finality";
import { blockBefore, contractsOn } from "./source";
import { storeBlocks } from "./store-blocks";

const BEFORE_GENESIS = -1n;

/**
 * The chain's cursor; the first time it is placed before the block in which the first of the chain's
 * contracts was deployed, or on the last final block when that is lower, so that what is above it can
 * be unwound.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function openCursor(
  ctx: Context<SystemActor>,
  chain: Chain,
  mark: FinalMark,
): Promise<CursorRow> {
  const known = await findCursor(ctx.db, chain.id);
  if (known) return known;
  const start = blockBefore(contractsOn(ctx.chains, chain));
  const begin = mark.number < start ? mark.number : start;
  const block = begin > BEFORE_GENESIS ? await readLinkedBlock(chain, begin) : null;
  await transaction(ctx.db, async (tx) => {
    const number = block?.number ?? BEFORE_GENESIS;
    const { count } = await tx`
      insert into chain_cursors
        (chain_id, number, hash, finalized_number, finalized_at, reread_number, reread_at, head_number)
      values (${chain.id}, ${number}, ${block?.hash ?? zeroBytes32}, ${number},
        ${block?.timestamp ?? new Date(0)}, ${number}, ${block?.timestamp ?? new Date(0)}, ${number})
      on conflict do nothing`;
    if (block && count === 1) await storeBlocks(tx, chain.id, [block]);
  });
  const opened = await findCursor(ctx.db, chain.id);
  if (!opened) throw new Error(`the cursor of chain ${chain.id} was not stored`);
  return opened;
}

/** Everything is built on this block, so its child must agree. */
async function readLinkedBlock(chain: Chain, number: bigint): Promise<Block> {
  const [block, child] = await Promise.all([
    readBlock(chain.rpc, number),
    readBlock(chain.rpc, number + 1n),
  ]);
  if (block && child?.parentHash === block.hash) return block;
  throw new ChainDoubt(`Blocks ${number} and ${number + 1n} do not follow each other`);
}

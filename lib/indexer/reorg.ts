import { transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { unwindSettlements } from "@/lib/domain/payments/settlements/unwind-settlements";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { lockCursor, moveCursor, type Position } from "./cursor";
import { examineFinalBlock, type FinalBlockVerdict, findFinalBlock } from "./final-block";

/**
 * Steps back from a block that the node's chain seems to have replaced: one block, and only when the
 * node still has the finalised block. Nothing is changed when it has not.
 * @returns `there` after a step back, else what is to be thought of the finalised block
 * @throws ChainDoubt the node has the same block after all, or none: ask again later. Also when it is
 * another node that has the finalised block: that one is asked next
 * @throws RpcError, RpcUnavailable
 */
export async function stepBack(
  ctx: Context<SystemActor>,
  chain: Chain,
  at: Position,
): Promise<FinalBlockVerdict> {
  const found = await readBlock(chain.rpc, at.number);
  if (!found || found.hash === at.hash) {
    throw new ChainDoubt(`The chain does not go on from block ${at.number} as it should`);
  }
  const final = await findFinalBlock(ctx.db, chain.id);
  if (final && (await readBlock(chain.rpc, final.number))?.hash !== final.hash) {
    const verdict = await examineFinalBlock(ctx, chain);
    if (verdict.kind !== "there") return verdict;
    throw new ChainDoubt(`The node does not have the finalised block ${final.number}`);
  }
  const fields = { chainId: chain.id, block: String(at.number), hash: at.hash, now: found.hash };
  ctx.log.info(fields, "a block was replaced");
  await unwindBlock(ctx, chain.id, at);
  return { kind: "there" };
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

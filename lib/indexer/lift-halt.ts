import { transaction } from "@/db/client";
import { chainById } from "@/lib/adapters/chain/chains";
import { impossible } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { type CursorRow, findCursor } from "./cursor";
import { findLostBlock } from "./final-block";

/**
 * Says why a chain is halted, and whether it may go on: a node must have the finalised block, or the
 * indexer would stop at the same place again.
 * @returns null when the chain is not halted
 * @throws Refusal the chain was never read, or the finalised block is not in the node's chain
 * @throws ChainDoubt, RpcError, RpcUnavailable the node cannot tell
 */
export async function planLiftHalt(
  ctx: Context<AuditedActor>,
  chainId: number,
): Promise<CursorRow | null> {
  const chain = chainById(ctx.chains, chainId);
  const cursor = await findCursor(ctx.db, chainId);
  if (!cursor) throw impossible(`Chain ${chainId} was never read.`);
  if (cursor.haltedReason === null) return null;
  const lost = await findLostBlock(ctx, chain);
  if (lost) {
    const instead = lost.found ?? "none";
    throw impossible(
      `The node still has another block at ${lost.number} (${instead} instead of ${lost.hash}): the indexer would halt again. Correct the node, or use rebuild.`,
    );
  }
  return cursor;
}

/**
 * Lets the indexer go on from where it stopped. Nothing is read again and nothing else is changed.
 * @throws Refusal the halt was lifted, or was set for another reason, since it was looked at
 */
export async function liftHalt(ctx: Context<AuditedActor>, planned: CursorRow): Promise<void> {
  const { chainId, haltedReason } = planned;
  await transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update chain_cursors set halted_reason = null, doubt_since = null, doubt_looks = 0,
        doubt_looked_at = null, updated_at = now()
      where chain_id = ${chainId} and halted_reason = ${haltedReason}`;
    if (count !== 1) {
      throw impossible("The halt is not the one that was looked at any more.");
    }
    await recordAudit(ctx, tx, {
      action: "chain.lift_halt",
      subject: { type: "chain", id: String(chainId) },
      before: { haltedReason },
      after: { haltedReason: null },
    });
    await wake(tx, wakes.chain, { chainId });
  });
}

import { transaction } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/context";
import { seeSettlements } from "@/lib/domain/payments/see-settlements";
import { lockCursor, moveCursor, type Position } from "./cursor";
import type { Span } from "./read-span";
import { joinedIds, type Source } from "./source";
import { storeBlocks, storeEvents } from "./store-blocks";

/**
 * Writes a span of blocks, their events, all that follows from them, and the cursor, in one transaction.
 * @returns false, and nothing is written, when the cursor is not where the span begins any more, or
 * other deployments are read along than the span was read for
 */
export async function applySpan(
  ctx: Context<SystemActor>,
  source: Source,
  from: Position,
  span: Span,
): Promise<boolean> {
  const last = span.blocks.at(-1);
  if (!last) return false;
  const chainId = source.chain.id;
  return transaction(ctx.db, async (tx) => {
    const cursor = await lockCursor(tx, chainId, from);
    if (!cursor || !(await readsSame(tx, source))) return false;
    await storeBlocks(tx, chainId, span.blocks);
    const fresh = await storeEvents(tx, source, span.settlements);
    await seeSettlements(ctx, tx, fresh);
    await moveCursor(tx, cursor, last);
    return true;
  });
}

async function readsSame(tx: Parameters<typeof joinedIds>[0], source: Source): Promise<boolean> {
  const joined = await joinedIds(tx, source.chain.id);
  const read = source.deployments.map(({ id }) => id);
  return joined.every((id) => read.includes(id)) && read.every((id) => joined.includes(id));
}

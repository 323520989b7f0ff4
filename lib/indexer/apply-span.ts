import { type TransactionSql, transaction } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/context";
import { lockCursor, moveCursor, type Position } from "./cursor";
import type { Span } from "./read-span";
import { seeEvents } from "./see-events";
import { joinedKeys, keyOf, type Source } from "./source";
import { storeBlocks } from "./store-blocks";

/**
 * Writes a span of blocks, their events, all that follows from them, and the cursor, in one transaction.
 * @returns false, and nothing is written, when the cursor is not where the span begins any more, or
 * other contracts are read along than the span was read for
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
    await seeEvents(ctx, tx, chainId, span.events);
    await moveCursor(tx, cursor, last);
    return true;
  });
}

async function readsSame(tx: TransactionSql, { chain, contracts }: Source): Promise<boolean> {
  const joined = await joinedKeys(tx, chain.id);
  return joined.size === contracts.length && contracts.every((one) => joined.has(keyOf(one)));
}

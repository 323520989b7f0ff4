import { transaction } from "@/db/client";
import { chainById } from "@/lib/adapters/chain/chains";
import { nodesOf } from "@/lib/adapters/chain/rpc/rpc";
import { impossible } from "@/lib/core/errors";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import { exceptionAfter } from "@/lib/domain/payments/settlements/unwind-settlements";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { type CursorRow, findCursor } from "./cursor";
import {
  beginningOf,
  findFork,
  lockFound,
  positionOf,
  readStart,
  rewind,
  type Start,
} from "./rewind";

/** From where a chain is read again. */
export interface CursorMove {
  readonly cursor: CursorRow;
  readonly start: Start;
}

/**
 * Finds the block to read on from, at the wanted height or before the first of our contracts. Changes
 * nothing.
 * @throws Refusal the cursor is not above it, or the node's chain is not the one that was read
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planCursorMove(
  ctx: Pick<Context, "db" | "chains">,
  { chainId, to }: { chainId: number; to: bigint },
): Promise<CursorMove> {
  const chain = chainById(ctx.chains, chainId);
  const cursor = await findCursor(ctx.db, chainId);
  if (!cursor) throw impossible(`Chain ${chainId} was never read.`);
  const [rpc = chain.rpc] = nodesOf(chain.rpc);
  const beginning = beginningOf(ctx, chain);
  const number = to > beginning ? to : beginning;
  if (number >= cursor.number) {
    throw impossible(`The cursor is at block ${cursor.number}: it moves back only.`);
  }
  const { common } = await findFork(ctx.db, chainId, rpc);
  if (!common || common.number < cursor.finalizedNumber) {
    throw impossible(
      `The node does not have the finalised block ${cursor.finalizedNumber}: use rebuild.`,
    );
  }
  return { cursor, start: await readStart(rpc, number) };
}

/**
 * Puts a chain's cursor back, so that everything after the block is read again: what was missed is found,
 * and what is known is not told twice. Confirmed payments stay confirmed and take their place anew, the
 * others are `reorged` until they are met again. Finality goes back with the cursor until it is read.
 * @throws Refusal the cursor has moved since it was looked at
 */
export async function moveCursorBack(
  ctx: Context<AuditedActor>,
  { cursor, start }: CursorMove,
): Promise<void> {
  const { chainId, finalizedNumber, headNumber } = cursor;
  const { number, hash } = positionOf(start);
  await transaction(ctx.db, async (tx) => {
    await lockFound(tx, cursor);
    await tx`
      update transactions t set status = 'reorged', payment_exception = ${exceptionAfter(tx)}
      where chain_id = ${chainId} and block_number > ${number}
        and status in ${tx(sourcesOf(transactionTransitions, "reorged"))}`;
    await rewind(tx, chainId, start, headNumber);
    await recordAudit(ctx, tx, {
      action: "chain.move_cursor",
      subject: { type: "chain", id: String(chainId) },
      before: { number: cursor.number, hash: cursor.hash, finalizedNumber },
      after: { number, hash },
    });
  });
}

import type { Db, TransactionSql } from "@/db/client";
import type { chainCursors } from "@/db/schema/chain";
import type { Bytes32 } from "@/lib/core/chain/hex";

/** A block that has been read. */
export interface Position {
  readonly number: bigint;
  readonly hash: Bytes32;
}

export type CursorRow = typeof chainCursors.$inferSelect;

/** How far a chain has been read; undefined before the first time. */
export async function findCursor(db: Db, chainId: number): Promise<CursorRow | undefined> {
  const [row] = await db<CursorRow[]>`select * from chain_cursors where chain_id = ${chainId}`;
  return row;
}

/**
 * Locks the cursor and compares it with where the caller's work began: the first process to lock it wins, and the work
 * of the other one is dropped.
 * @returns undefined when the cursor is somewhere else, stopped, or in doubt about its finalised block
 */
export async function lockCursor(
  tx: TransactionSql,
  chainId: number,
  expected: Position,
): Promise<CursorRow | undefined> {
  const [row] = await tx<CursorRow[]>`
    select * from chain_cursors where chain_id = ${chainId} for update`;
  const isSame = row?.number === expected.number && row.hash === expected.hash;
  return isSame && row.haltedReason === null && row.doubtSince === null ? row : undefined;
}

/** Moves a locked cursor in the transaction that writes what the move stands for. */
export async function moveCursor(
  tx: TransactionSql,
  { chainId, number, hash }: CursorRow,
  to: Position,
): Promise<void> {
  const { count } = await tx`
    update chain_cursors set number = ${to.number}, hash = ${to.hash},
      head_number = greatest(head_number, ${to.number}),
      seen_number = least(seen_number, ${to.number}), safe_number = least(safe_number, ${to.number}),
      updated_at = now()
    where chain_id = ${chainId} and number = ${number} and hash = ${hash}`;
  if (count !== 1) throw new Error("the chain's cursor moved while its row was locked");
}

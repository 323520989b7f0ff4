import type { Db } from "@/db/client";

/** How far a chain is final, as the indexer has read it. */
export interface Finality {
  readonly number: bigint;
  /** The block's time. */
  readonly at: Date;
}

/** Reads how far a chain is final; null before the indexer's first block, or while it is halted or in doubt about its finalised block. */
export async function readFinality(db: Db, chainId: number): Promise<Finality | null> {
  const [row] = await db<Finality[]>`
    select finalized_number as number, finalized_at as at from chain_cursors
    where chain_id = ${chainId} and halted_reason is null and doubt_since is null`;
  return row ?? null;
}

/**
 * How far a chain's final blocks have been read twice. That something did not happen is concluded there alone, since a
 * node may leave a log out of an answer; null as `readFinality`.
 */
export async function readCertainty(db: Db, chainId: number): Promise<Finality | null> {
  const [row] = await db<Finality[]>`
    select reread_number as number, reread_at as at from chain_cursors
    where chain_id = ${chainId} and halted_reason is null and doubt_since is null
      and reread_at is not null`;
  return row ?? null;
}

import type { Db } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { BookDifferenceKind } from "@/lib/core/insight/book-differences";

/** A difference between books and chain, as it is told of. */
export interface ToldDifference {
  readonly chainId: number;
  readonly kind: BookDifferenceKind;
  readonly txHash: Bytes32 | null;
  readonly logIndex: number | null;
  readonly subject: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** How the books of a chain compare with it. */
export interface BookStatus {
  readonly chainId: number;
  readonly differences: number;
  /** Since everything was compared the last time, or since the chain is in use; seconds. */
  readonly uncheckedSeconds: number;
  /** Why the last try did not compare everything. */
  readonly reason: string | null;
  /** The first differences. */
  readonly first: readonly ToldDifference[];
}

/** How many differences of a chain are told of one by one. */
const MOST_TOLD = 3;

/** How the books of each chain that is read compare with it, by the last comparison. */
export async function readBookChecks(db: Db): Promise<BookStatus[]> {
  const rows = await db<Omit<BookStatus, "first">[]>`
    select c.chain_id, k.reason,
      (select count(*)::int from book_differences d where d.chain_id = c.chain_id) as differences,
      extract(epoch from now() - coalesce(k.checked_at, (
        select min(created_at) from deployments where chain_id = c.chain_id
      ), now()))::float8 as unchecked_seconds
    from chain_cursors c left join book_checks k on k.chain_id = c.chain_id
    order by c.chain_id`;
  if (rows.every(({ differences }) => differences === 0)) {
    return rows.map((row) => ({ ...row, first: [] }));
  }
  const told = await db<ToldDifference[]>`
    select chain_id, kind, tx_hash, log_index, subject, ours, theirs from (
      select *, row_number() over (partition by chain_id order by block_number, id) as place
      from book_differences
    ) d
    where place <= ${MOST_TOLD} order by chain_id, place`;
  return rows.map((row) => ({
    ...row,
    first: told.filter(({ chainId }) => chainId === row.chainId),
  }));
}

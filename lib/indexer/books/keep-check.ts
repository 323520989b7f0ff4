import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { type BookTotal, keepDifferences, keepSums, keepTotals } from "./book-check-rows";
import type { ComparedPage } from "./compare-page";
import type { Difference } from "./movement";
import type { Blocks } from "./read-booked-movements";

/** Blocks that are looked at again in one comparison. */
const MOST_SUSPECT = 200;

interface Asked {
  readonly node: RpcNode;
  readonly isOther: boolean;
}

/** Keeps how far a chain's books were compared, and where they differ. Each call is a transaction of its own. */
export type BookKeeper = ReturnType<typeof keepCheck>;

/** A keeper that writes to `book_checks`, `book_totals` and `book_differences`. */
export function keepCheck(db: Db) {
  return {
    /** The comparison starts anew after a block. */
    begin: (chainId: number, contracts: string, number: bigint) =>
      transaction(db, async (tx) => {
        await tx`
          insert into book_checks (chain_id, contracts, checked_number, tried_at)
          values (${chainId}, ${contracts}, ${number}, now())
          on conflict (chain_id) do update set contracts = excluded.contracts,
            checked_number = excluded.checked_number, checked_hash = null`;
        await tx`delete from book_totals where chain_id = ${chainId}`;
      }),
    /** @returns whether it was kept: another process may have compared the blocks meanwhile */
    keepPage: (
      chainId: number,
      { above, through, differences }: ComparedPage & Pick<Blocks, "above">,
      { hash, totals }: { hash: Bytes32 | null; totals: readonly BookTotal[] },
    ) =>
      transaction(db, async (tx) => {
        const { count } = await tx`
          update book_checks set checked_number = ${through}, checked_hash = ${hash},
            tried_at = now()
          where chain_id = ${chainId} and checked_number = ${above}`;
        if (count === 0) return false;
        await keepDifferences(tx, { chainId, above, through, differences });
        await keepTotals(tx, chainId, totals);
        return true;
      }),
    /** Replaces what is kept of some blocks. */
    keepBlock: (chainId: number, blocks: Blocks, differences: readonly Difference[]) =>
      transaction(db, async (tx) => {
        await lockCheck(tx, chainId);
        await keepDifferences(tx, { chainId, ...blocks, differences });
      }),
    /** Everything was compared. */
    finish: (chainId: number, sums: readonly Difference[], { node, isOther }: Asked) =>
      transaction(db, async (tx) => {
        await lockCheck(tx, chainId);
        await keepSums(tx, chainId, sums);
        await tx`
          update book_checks set checked_at = now(), tried_at = now(), reason = null,
            node = ${node.name}, is_other_node = ${isOther}
          where chain_id = ${chainId}`;
      }),
    /** It was not: what is kept of it stays. */
    fail: (chainId: number, reason: string, asked: Asked | { node: null } | null) =>
      transaction(db, async (tx) => {
        const node = asked?.node ? asked.node.name : null;
        const isOther = asked?.node ? asked.isOther : false;
        await tx`
          insert into book_checks (chain_id, contracts, checked_number, node, is_other_node, reason,
            tried_at)
          values (${chainId}, '', -1, ${node}, ${isOther}, ${reason}, now())
          on conflict (chain_id) do update set node = excluded.node,
            is_other_node = excluded.is_other_node, reason = excluded.reason, tried_at = now()`;
      }),
  };
}

/** What another process is replacing at the same time is seen once it is there, and replaced again. */
const lockCheck = (tx: TransactionSql, chainId: number) =>
  tx`select from book_checks where chain_id = ${chainId} for update`;

/** Blocks up to a height in which something differed. */
export async function findSuspectBlocks(
  db: Db,
  chainId: number,
  through: bigint,
): Promise<bigint[]> {
  const rows = await db<{ blockNumber: bigint }[]>`
    select distinct block_number from book_differences
    where chain_id = ${chainId} and block_number <= ${through} and kind not in ('sums', 'balance')
    order by block_number limit ${MOST_SUSPECT}`;
  return rows.map(({ blockNumber }) => blockNumber);
}

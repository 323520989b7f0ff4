import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Chains } from "@/lib/adapters/chain/chains";

/** A time that was moved, and a chain whose time cannot be. */
class ClockMismatch extends Error {
  override readonly name = "ClockMismatch";
}

const INSTALL_LOCK = 7_245_011;

const plain = "select now()";
const movable = `select now()
  + coalesce((select ahead_ms from business_clock), 0) * interval '1 millisecond'`;

/** Whether every chain is local: then the time of the business can be moved. */
export const isMovable = ({ all }: Chains): boolean => all.every(({ local }) => local);

/**
 * Makes `clock_now()` what the chains ask for: real time and a stored offset where all of them are local, real
 * time alone where one is not.
 * @throws ClockMismatch a chain is public, and the time was moved: the rows are of another time than the chain
 */
export async function installClock(db: Db, chains: Chains): Promise<void> {
  const body = isMovable(chains) ? movable : plain;
  await transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(${INSTALL_LOCK})`;
    const clock = await readInstalled(tx);
    if (body === plain && clock.aheadMs !== 0n) {
      throw new ClockMismatch(
        "The time of this database was moved for a demo on the local chain, so it cannot be used with a public chain. Give it a database of its own",
      );
    }
    if (clock.body === body) return;
    await tx.unsafe(`create or replace function clock_now() returns timestamptz
      language sql stable parallel safe as $clock$${body}$clock$`);
  });
}

async function readInstalled(tx: TransactionSql): Promise<{ body: string; aheadMs: bigint }> {
  const [row] = await tx<{ body: string; aheadMs: bigint }[]>`
    select p.prosrc as body, coalesce((select ahead_ms from business_clock), 0) as ahead_ms
    from pg_proc p where p.oid = 'clock_now()'::regprocedure`;
  if (!row) throw new Error("the database has no clock_now()");
  return row;
}

import { createDb, type Sql, type TransactionSql, transaction } from "./client";

/** Connections of their own for `/ready` and `/metrics`: they answer also while the pool is exhausted. */
export interface ProbeDb {
  readonly sql: Sql;
  /** Writes something, on a connection that is opened for it: a server may refuse either. */
  write(): Promise<void>;
  end(): Promise<void>;
}

/** Half of them are for transactions, of which there are none. */
const CONNECTIONS = 4;

/** Any constant will do, as long as every process takes the same lock. */
const WRITE_LOCK = 7_245_012;
/** A new table takes fresh pages of the disk, even when other tables have free space. */
const PAGES = 16;

/** Opens the probes' connections, when they are first used. */
export function openProbeDb(url: string): ProbeDb {
  const options = { applicationName: "stipend-probe", work: "probe" } as const;
  const sql = createDb(url, { ...options, max: CONNECTIONS });
  const write = async () => {
    const own = createDb(url, { ...options, max: 1 });
    try {
      await transaction(own, tryWriting);
    } finally {
      await own.end({ timeout: 1 });
    }
  };
  return { sql, write, end: () => sql.end({ timeout: 1 }) };
}

/** Of several processes one writes at a time; the others leave it to that one. */
async function tryWriting(tx: TransactionSql): Promise<void> {
  const [row] = await tx<{ isOurs: boolean }[]>`
    select pg_try_advisory_xact_lock(${WRITE_LOCK}) as is_ours`;
  if (!row?.isOurs) return;
  await tx`truncate write_probe`;
  await tx`insert into write_probe (page) select repeat('-', 8000) from generate_series(1, ${PAGES}::int)`;
}

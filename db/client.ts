import postgres from "postgres";
import { bytesType, withArrayTypes } from "./array-types";
import { ConnectionPool } from "./connection-pool";
import type { OpenClient } from "./lane";
import { Listener } from "./listener";
import { poolStateReader } from "./pool-state";
import { type Db, isPool, type Sql, type TransactionSql } from "./sql";
import { routed } from "./statement";
import { sessionSettings, type WorkKind, workLimits } from "./work-limits";

export type { Db, Sql, TransactionSql } from "./sql";

const INT8 = 20;
const NUMERIC = 1700;

const bigintType = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: bigint) => value.toString(),
  parse: (text: string) => BigInt(text),
});

/**
 * A statement is planned once per connection, often while its tables are next to empty and reading them
 * from end to end is the cheapest. That plan is kept while they grow, until statistics are taken again. So
 * an index is used wherever there is one. The plan is for any values: left to choose, Postgres plans the longest
 * statements anew each time, which takes many times as long as to execute them. Compiling one is never worth it here.
 */
const planning = { enable_seqscan: "off", jit: "off", plan_cache_mode: "force_generic_plan" };

/** How a pool connects, and what for. */
interface DbOptions {
  /** Connections at most, half of them for transactions. Default 20. */
  readonly max?: number;
  readonly applicationName?: string;
  /** Sets how long anything may take. Default `job`. */
  readonly work?: WorkKind;
  /** Postgres settings of every session. */
  readonly session?: Readonly<Record<string, string>>;
  /** Told of what the server says beside its answers. */
  readonly onNotice?: (notice: postgres.Notice) => void;
}

/** A server that lets a connection attempt wait for longer is not there. */
const CONNECT_SECONDS = 3;
/** Quiet before the system asks whether the other side is still there: TCP's keepalive. */
const KEEP_ALIVE_SECONDS = 5;

/**
 * Opens a pool on `url`; connections are made when first used, and one more for listening. Column
 * names are converted, the keys inside `json` values are not. A wait longer than the kind of work allows fails with an
 * error that `isDatabaseTrouble` recognizes. `poolState` reports the pool's state.
 */
export function createDb(url: string, options: DbOptions = {}): Sql {
  const limits = workLimits[options.work ?? "job"];
  const settings = {
    onnotice: options.onNotice ?? (() => {}),
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
    fetch_types: false,
    types: withArrayTypes({
      bigint: bigintType(INT8),
      numeric: bigintType(NUMERIC),
      bytes: bytesType,
    }),
    connection: {
      ...planning,
      ...sessionSettings(limits),
      ...options.session,
      application_name: options.applicationName ?? "stipend",
    },
    connect_timeout: CONNECT_SECONDS,
    keep_alive: KEEP_ALIVE_SECONDS,
    max: 1,
    max_lifetime: null,
  };
  // `socket` is not declared in the driver's types, which refuse it in a literal.
  const open: OpenClient = (socket) => postgres(url, Object.assign({ socket }, settings));
  const pool = new ConnectionPool(open, options.max ?? 20, limits);
  const listener = new Listener((socket, onnotify) =>
    postgres(url, Object.assign({ socket, onnotify }, settings)),
  );
  const own = {
    [poolStateReader]: () => pool.state(),
    begin: pool.begin.bind(pool),
    listen: listener.listen.bind(listener),
    // What is told of is committed: the telling need not wait for the disk.
    notify: (channel: string, payload: string) =>
      sql`
        with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
        select pg_notify(${channel}, ${payload}) from relaxed`,
    end: async ({ timeout }: { timeout?: number } = {}) => {
      await Promise.all([pool.end(timeout), listener.end()]);
    },
  };
  // Its statements are run by the pool's clients: this one never connects.
  const sql: Sql = routed(postgres(url, settings), (statement) => pool.run(statement), own);
  return sql;
}

type AfterCommit = (pool: Sql) => void;

/** What waits for the commit of each open transaction and savepoint. */
const waiting = new WeakMap<TransactionSql, AfterCommit[]>();

/**
 * Runs `work` in a transaction, or in a savepoint when `db` already is one: it commits or rolls back as a whole.
 * A transaction that Postgres ends for another one's sake (a deadlock) has written nothing and is run once more, so
 * `work` may run twice.
 */
export async function transaction<Result>(
  db: Db,
  work: (tx: TransactionSql) => Promise<Result>,
): Promise<Result> {
  if (isPool(db)) {
    return begin(db, work).catch((error) => {
      if (isLostRace(error)) return begin(db, work);
      throw error;
    });
  }
  const later: AfterCommit[] = [];
  const result = (await db.savepoint(keeping(later, work))) as Result;
  for (const call of later) afterCommit(db, call);
  return result;
}

/** SQLSTATE `deadlock_detected` and `serialization_failure`: run again, the transaction may succeed. */
const isLostRace = (error: unknown) =>
  error instanceof postgres.PostgresError && ["40P01", "40001"].includes(error.code);

async function begin<Result>(
  db: Sql,
  work: (tx: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const later: AfterCommit[] = [];
  const result = (await db.begin(keeping(later, work))) as Result;
  for (const call of later) call(db);
  return result;
}

/** `work`, whose calls for after the commit are put into `later`. */
function keeping<Result>(later: AfterCommit[], work: (tx: TransactionSql) => Promise<Result>) {
  return (tx: TransactionSql) => {
    waiting.set(tx, later);
    return work(tx);
  };
}

/**
 * Calls `call` once the transaction that `db` is part of has committed, and never if it rolls back;
 * at once when `db` is a pool. What must not be lost in a crash belongs into the transaction.
 */
export function afterCommit(db: Db, call: AfterCommit): void {
  if (isPool(db)) {
    call(db);
    return;
  }
  const later = waiting.get(db);
  if (!later) throw new TypeError("The transaction was not opened by transaction()");
  later.push(call);
}

import postgres from "postgres";
import { withArrayTypes } from "./array-types";
import { TransactionLanes } from "./transaction-lanes";

type Types = { bigint: bigint; numeric: bigint };

/** A Postgres client: rows have camelCase keys, `numeric` and `int8` are bigint, `timestamptz` is a Date. */
export type Sql = postgres.Sql<Types>;
/** The same inside a transaction or savepoint. */
export type TransactionSql = postgres.TransactionSql<Types>;
/** What a verb takes: a client, or the transaction that it is part of. */
export type Db = Sql | TransactionSql;

const INT8 = 20;
const NUMERIC = 1700;

const bigintType = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: bigint) => value.toString(),
  parse: (text: string) => BigInt(text),
});

/**
 * Opens a pool of `max` connections on `url`, half of them for transactions; they are made when first
 * used. Column names are converted, the keys inside `json` values are not.
 */
export function createDb(
  url: string,
  options: { max?: number; applicationName?: string } = {},
): Sql {
  const max = options.max ?? 20;
  const forTransactions = Math.ceil(max / 2);
  const settings = {
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
    fetch_types: false,
    types: withArrayTypes({ bigint: bigintType(INT8), numeric: bigintType(NUMERIC) }),
    connection: { application_name: options.applicationName ?? "stipend" },
  };
  const sql: Sql = postgres(url, { ...settings, max: Math.max(1, max - forTransactions) });
  const own = new TransactionLanes<Types>((socket) => {
    const lane = { ...settings, socket, max: 1, max_lifetime: null };
    return postgres(url, lane);
  }, forTransactions);
  const end = sql.end;
  return Object.assign(sql, {
    begin: own.begin.bind(own),
    end: async (timing?: { timeout?: number }) => {
      await Promise.all([end(timing), own.end(timing)]);
    },
  });
}

type AfterCommit = (pool: Sql) => void;

/** What waits for the commit of each open transaction and savepoint. */
const waiting = new WeakMap<TransactionSql, AfterCommit[]>();

/** Runs `work` in a transaction, or in a savepoint when `db` already is one: it commits or rolls back as a whole. */
export async function transaction<Result>(
  db: Db,
  work: (tx: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const later: AfterCommit[] = [];
  const run = (tx: TransactionSql) => {
    waiting.set(tx, later);
    return work(tx);
  };
  if ("savepoint" in db) {
    const result = (await db.savepoint(run)) as Result;
    for (const call of later) afterCommit(db, call);
    return result;
  }
  const result = (await db.begin(run)) as Result;
  for (const call of later) call(db);
  return result;
}

/**
 * Calls `call` once the transaction that `db` is part of has committed, and never if it rolls back;
 * at once when `db` is a pool. What must not be lost in a crash belongs into the transaction.
 */
export function afterCommit(db: Db, call: AfterCommit): void {
  if (!("savepoint" in db)) {
    call(db);
    return;
  }
  const later = waiting.get(db);
  if (!later) throw new TypeError("The transaction was not opened by transaction()");
  later.push(call);
}

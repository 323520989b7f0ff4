import postgres from "postgres";
import { withArrayTypes } from "./array-types";
import { openSocket } from "./open-socket";

/** A Postgres client: rows have camelCase keys, `numeric` and `int8` are bigint, `timestamptz` is a Date. */
export type Sql = postgres.Sql<{ bigint: bigint; numeric: bigint }>;
/** The same inside a transaction or savepoint. */
export type TransactionSql = postgres.TransactionSql<{ bigint: bigint; numeric: bigint }>;
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
 * Opens a pool on `url`; connections are made when first used.
 * Column names are converted, the keys inside `json` values are not.
 */
export function createDb(
  url: string,
  options: { max?: number; applicationName?: string } = {},
): Sql {
  const settings = {
    socket: openSocket,
    max: options.max ?? 20,
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
    fetch_types: false,
    types: withArrayTypes({ bigint: bigintType(INT8), numeric: bigintType(NUMERIC) }),
    connection: { application_name: options.applicationName ?? "stipend" },
  };
  return postgres(url, settings);
}

/** Runs `work` in a transaction, or in a savepoint when `db` already is one: it commits or rolls back as a whole. */
export async function transaction<Result>(
  db: Db,
  work: (tx: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const run = "savepoint" in db ? db.savepoint(work) : db.begin(work);
  return (await run) as Result;
}

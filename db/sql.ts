import type postgres from "postgres";

type Types = { bigint: bigint; numeric: bigint };

/** A Postgres client: rows have camelCase keys, `numeric` and `int8` are bigint, `timestamptz` is a Date, `bytea` is hex. */
export type Sql = postgres.Sql<Types>;
/** The same inside a transaction or savepoint. */
export type TransactionSql = postgres.TransactionSql<Types>;
/** What a verb takes: a client, or the transaction that it is part of. */
export type Db = Sql | TransactionSql;

/** Whether it is a pool and not a transaction. */
export const isPool = (db: Db): db is Sql => "listen" in db;

import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { bytes, createdAt } from "./columns";

/** The answer that a repeated request with the same `Idempotency-Key` gets. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The first half of a SHA-256 of the caller, method, path and the client's key. */
    scope: bytes().primaryKey(),
    /** The first half of a SHA-256, too. */
    requestHash: bytes().notNull(),
    status: integer().notNull(),
    /** The body as it was sent, without the secret that it showed; sealed. */
    answer: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt)],
);

/** Token buckets that hold across processes. The table is unlogged: a crash of the database empties it. */
export const rateBuckets = pgTable("rate_buckets", {
  key: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  refilledAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** What the last taking was given. */
  granted: integer().notNull().default(0),
});

/** Gas spent or promised in a day, per merchant, payer or client address. */
export const gasBudgets = pgTable(
  "gas_budgets",
  {
    day: text().notNull(),
    subject: text().notNull(),
    /** Relayed items; a failed one counts tenfold. */
    used: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject] })],
);

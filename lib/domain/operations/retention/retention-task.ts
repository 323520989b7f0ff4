import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";

/** A row, in the order in which a task goes through its table: oldest first. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

/** What one slice did. */
export interface Slice {
  readonly removed: number;
  /** The last row that was looked at; null when nothing was old enough. */
  readonly last: Position | null;
  /** Whether older rows may follow. */
  readonly isFull: boolean;
  /** A row had to stay that may go later: it must be met again. */
  readonly waits: boolean;
}

/** One kind of row, and how a slice of the old ones is removed. */
export interface RetentionTask {
  readonly name: string;
  /** Rows that are old stay behind for ever, so that the next run begins where this one ended. */
  readonly resumes: boolean;
  /** Removes some of the rows after `after` that are old enough, in transactions of their own. */
  readonly removeSlice: (db: Db, config: Env, after: Position) => Promise<Slice>;
}

/** Rows that a slice looks at: few enough that nothing waits for its locks for long. */
export const sliceRows = 500;

/** A page of rows, oldest first, as a slice goes through them. */
export interface PageRow {
  id: string;
  at: Date;
}

/**
 * The conditions and order of a page of rows that are older than some days, by the column `created_at`
 * as the tables' indexes of ages spell it.
 */
export function oldRows(db: Db, days: number, { at, id }: Position) {
  const age = db`(created_at at time zone 'UTC')`;
  return db`
    where ${age} < (clock_now() - ${days} * interval '1 day') at time zone 'UTC'
      and (${age}, id) > (${at}::timestamptz at time zone 'UTC', ${id})
    order by ${age}, id limit ${sliceRows}`;
}

/** Where a page ended. */
export function pageEnd(page: readonly PageRow[]): Pick<Slice, "last" | "isFull"> {
  return { last: page.at(-1) ?? null, isFull: page.length === sliceRows };
}

/**
 * A short transaction: it gives up rather than wait for, or hold up, other work. A few of many rows are found by an
 * index, regardless of the planner's estimate of the tables' sizes.
 */
export function inShortTransaction<Result>(
  db: Db,
  work: (tx: TransactionSql) => Promise<Result>,
): Promise<Result> {
  return transaction(db, async (tx) => {
    await tx`
      select set_config('statement_timeout', '10s', true), set_config('lock_timeout', '1s', true),
        set_config('idle_in_transaction_session_timeout', '10s', true),
        set_config('enable_seqscan', 'off', true)`;
    return work(tx);
  });
}

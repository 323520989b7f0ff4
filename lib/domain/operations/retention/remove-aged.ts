import type { TransactionSql } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Rows whose time alone says that they can go. Those without a time stay. */
interface AgedRows {
  readonly table: string;
  /** The task's name where it is not the table's. */
  readonly name?: string;
  /** A unique column, of any type. */
  readonly key: string;
  /** The column of time. The table has an index by it and by `thenBy`. */
  readonly at: string;
  /** The index's second column, by default the key; `at` itself where it has only one. */
  readonly thenBy?: string;
  /** For how long they stay, by the time of the business. Otherwise until `at`, by the machine's time. */
  readonly kept?: (config: Env) => { days: number } | { hours: number };
}

/** Removes the rows of a table that are old enough, oldest first. Locked ones are left for the next run. */
export const removeAged = ({
  table,
  name = table,
  key,
  at,
  thenBy = key,
  kept,
}: AgedRows): RetentionTask => ({
  name,
  resumes: false,
  removeSlice: async (db, config, after) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        delete from ${tx(table)} where ${tx(key)} in (
          select ${tx(key)} from ${tx(table)}
          where ${tx(at)} < ${youngest(tx, kept?.(config))} and ${tx(at)} >= ${after.at}
          order by ${tx(at)}, ${tx(thenBy)} limit ${sliceRows} for update skip locked
        )
        returning ${tx(key)}::text as id, ${tx(at)} as at`;
      page.sort((one, other) => one.at.getTime() - other.at.getTime());
      return { removed: page.length, ...pageEnd(page), waits: false };
    }),
});

function youngest(tx: TransactionSql, kept?: { days: number } | { hours: number }) {
  if (!kept) return tx`now()`;
  return "days" in kept
    ? tx`clock_now() - ${kept.days} * interval '1 day'`
    : tx`clock_now() - ${kept.hours} * interval '1 hour'`;
}

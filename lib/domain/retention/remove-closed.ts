import type { Env } from "@/lib/adapters/env/env";
import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Removes rows that were closed so many days ago, by the column `closed_at`; the others stay. */
export const removeClosed = (
  table: "mails" | "operator_calls" | "payer_permits",
  daysOf: (config: Env) => number,
): RetentionTask => ({
  name: table,
  resumes: false,
  removeSlice: async (db, config, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        delete from ${tx(table)} where id in (
          select id from ${tx(table)}
          where closed_at < clock_now() - ${daysOf(config)} * interval '1 day'
            and (closed_at, id) > (${at}, ${id})
          order by closed_at, id limit ${sliceRows} for update skip locked
        )
        returning id, closed_at as at`;
      page.sort((one, other) => one.at.getTime() - other.at.getTime());
      return { removed: page.length, ...pageEnd(page), waits: false };
    }),
});

import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** A day's budget is asked for on that day alone; these are left to look back at. */
const KEPT_DAYS = 7;

/** Gas budgets of days that are over. */
export const removeGasBudgets: RetentionTask = {
  name: "gas_budgets",
  resumes: false,
  removeSlice: async (db) => {
    const removed = await inShortTransaction(
      db,
      (tx) => tx<PageRow[]>`
        delete from gas_budgets where (day, subject) in (
          select day, subject from gas_budgets
          where day < to_char((now() at time zone 'utc') - ${KEPT_DAYS} * interval '1 day', 'YYYY-MM-DD')
          order by day, subject limit ${sliceRows} for update skip locked
        )
        returning subject as id, day::timestamptz as at`,
    );
    return { removed: removed.length, ...pageEnd(removed), waits: false };
  },
};

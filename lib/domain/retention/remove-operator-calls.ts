import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Operators' calls that have ended. The audit log keeps who wanted what. */
export const removeOperatorCalls: RetentionTask = {
  name: "operator_calls",
  resumes: false,
  removeSlice: async (db, { RETENTION_SUBMISSION_DAYS }, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        delete from operator_calls where id in (
          select id from operator_calls
          where closed_at < now() - ${RETENTION_SUBMISSION_DAYS} * interval '1 day'
            and (closed_at, id) > (${at}, ${id})
          order by closed_at, id limit ${sliceRows} for update skip locked
        )
        returning id, closed_at as at`;
      page.sort((one, other) => one.at.getTime() - other.at.getTime());
      return { removed: page.length, ...pageEnd(page), waits: false };
    }),
};

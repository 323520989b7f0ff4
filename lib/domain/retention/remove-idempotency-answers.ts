import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Answers to requests with an `Idempotency-Key`. Not to be repeated any more, whatever the row says. */
export const removeIdempotencyAnswers: RetentionTask = {
  name: "idempotency_answers",
  resumes: false,
  removeSlice: async (db, { RETENTION_IDEMPOTENCY_HOURS }) => {
    const removed = await inShortTransaction(
      db,
      (tx) => tx<PageRow[]>`
        delete from idempotency_keys where scope in (
          select scope from idempotency_keys
          where created_at < clock_now() - ${RETENTION_IDEMPOTENCY_HOURS} * interval '1 hour'
          order by created_at limit ${sliceRows} for update skip locked
        )
        returning encode(scope, 'hex') as id, created_at as at`,
    );
    return { removed: removed.length, ...pageEnd(removed), waits: false };
  },
};

import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/**
 * Rate limits of whoever has sent nothing for so long that the bucket is full again: without a row it is
 * full too. Every bucket fills within two minutes. The table is gone through by its key: an index on the
 * time would cost every taking more than this costs.
 */
export const removeRateBuckets: RetentionTask = {
  name: "rate_buckets",
  resumes: false,
  removeSlice: async (db, { RETENTION_RATE_BUCKET_HOURS }, { id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<(PageRow & { idle: boolean })[]>`
        select key as id, refilled_at as at,
          refilled_at < now() - ${RETENTION_RATE_BUCKET_HOURS} * interval '1 hour' as idle
        from rate_buckets where key > ${id} order by key limit ${sliceRows}`;
      const idle = page.flatMap((row) => (row.idle ? [row.id] : []));
      const { count } = await tx`
        delete from rate_buckets where key in (
          select key from rate_buckets
          where key = any (${idle})
            and refilled_at < now() - ${RETENTION_RATE_BUCKET_HOURS} * interval '1 hour'
          for update skip locked
        )`;
      return { removed: count, ...pageEnd(page), waits: false };
    }),
};

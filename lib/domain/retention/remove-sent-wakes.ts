import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/**
 * Rows of the outbox that an older version sent, and left, by their ids: they rise with time. Unsent ones
 * stay.
 */
export const removeSentWakes: RetentionTask = {
  name: "outbox",
  resumes: false,
  removeSlice: async (db, { RETENTION_OUTBOX_HOURS }, { id }) =>
    inShortTransaction(db, async (tx) => {
      const before = tx`now() - ${RETENTION_OUTBOX_HOURS} * interval '1 hour'`;
      const page = await tx<(PageRow & { old: boolean })[]>`
        select id::text, created_at as at, created_at < ${before} as old from outbox
        where id > ${id || "0"}::bigint order by outbox.id limit ${sliceRows}`;
      const ids = page.map((row) => row.id);
      const { count } = await tx`
        delete from outbox where id in (
          select id from outbox where id = any (${ids}::bigint[]) and sent_at < ${before}
          for update skip locked
        )`;
      // The first young row ends it: what follows is younger.
      const end = pageEnd(page);
      return {
        removed: count,
        ...end,
        isFull: end.isFull && page.every(({ old }) => old),
        waits: false,
      };
    }),
};

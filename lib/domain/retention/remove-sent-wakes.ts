import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/**
 * Rows of the outbox that were sent and left, by their ids: they rise with time. Unsent ones stay, and those
 * after which no heartbeat has run.
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
            and sent_at < (select finished_at from job_runs where job = 'heartbeat')
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

import {
  inShortTransaction,
  oldRows,
  type PageRow,
  pageEnd,
  type RetentionTask,
} from "./retention-task";

/** Replays of ranges that are over. What they sent are deliveries. */
export const removeReplays: RetentionTask = {
  name: "webhook_replays",
  resumes: false,
  removeSlice: async (db, { RETENTION_EVENT_DAYS }, after) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        select id, created_at as at from webhook_replays
        ${oldRows(tx, RETENTION_EVENT_DAYS, after)}`;
      const { count } = await tx`
        delete from webhook_replays
        where id = any (${page.map(({ id }) => id)}) and status <> 'running'`;
      return { removed: count, ...pageEnd(page), waits: false };
    }),
};

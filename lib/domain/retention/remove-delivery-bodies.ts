import {
  inShortTransaction,
  oldRows,
  type PageRow,
  pageEnd,
  type RetentionTask,
} from "./retention-task";

/** The answers that webhook deliveries got. One that waits to be sent keeps its place. */
export const removeDeliveryBodies: RetentionTask = {
  name: "delivery_bodies",
  resumes: true,
  removeSlice: async (db, { RETENTION_BODY_DAYS }, after) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<(PageRow & { open: boolean; hasBody: boolean })[]>`
        select id, created_at as at, status = 'pending' as open, response_body is not null as has_body
        from webhook_deliveries
        ${oldRows(tx, RETENTION_BODY_DAYS, after)}`;
      const ids = page.flatMap((row) => (row.hasBody ? [row.id] : []));
      const { count } = await tx`
        update webhook_deliveries d set response_body = null
        from (
          select id from webhook_deliveries where id = any (${ids}) order by id for update skip locked
        ) old
        where d.id = old.id`;
      const waits = count < ids.length || page.some(({ open }) => open);
      return { removed: count, ...pageEnd(page), waits };
    }),
};

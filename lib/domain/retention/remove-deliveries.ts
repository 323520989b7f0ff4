import type { TransactionSql } from "@/db/client";
import {
  inShortTransaction,
  oldRows,
  type PageRow,
  pageEnd,
  type RetentionTask,
} from "./retention-task";

/** Webhook deliveries, and their dispatch with the last of them. What is still to be sent stays. */
export const removeDeliveries: RetentionTask = {
  name: "webhook_deliveries",
  resumes: false,
  removeSlice: async (db, { RETENTION_EVENT_DAYS }, after) =>
    inShortTransaction(db, async (tx) => {
      const before = tx`clock_now() - ${RETENTION_EVENT_DAYS} * interval '1 day'`;
      const page = await tx<(PageRow & { dispatchId: string })[]>`
        select id, created_at as at, dispatch_id from webhook_deliveries
        ${oldRows(tx, RETENTION_EVENT_DAYS, after)}`;
      const dispatches = await lockEnded(
        tx,
        page.map(({ dispatchId }) => dispatchId),
      );
      const [row] = await tx<{ removed: number }[]>`
        with gone as (
          delete from webhook_deliveries
          where dispatch_id = any (${dispatches}) and created_at < ${before}
          returning id
        ), emptied as (
          delete from webhook_dispatches d
          where d.id = any (${dispatches}) and not exists (
            select from webhook_deliveries v where v.dispatch_id = d.id and v.created_at >= ${before}
          )
        )
        select count(*)::int as removed from gone`;
      return { removed: row?.removed ?? 0, ...pageEnd(page), waits: false };
    }),
};

/** The dispatches that have nothing more to send, locked. */
async function lockEnded(tx: TransactionSql, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from webhook_dispatches
    where id = any (${[...new Set(ids)]}) and state not in ('pending', 'sending')
    order by id for update skip locked`;
  return rows.map(({ id }) => id);
}

import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

const KEPT_DAYS = 90;

/**
 * Pauses that ended long ago at a final block. Those stay of which a charge waits for its screening: it is judged by its
 * block's time when it is released.
 */
export const removePauses: RetentionTask = {
  name: "subscription_pauses",
  resumes: false,
  removeSlice: async (db, _config, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        select subscription_id as id, resumed_at as at from subscription_pauses
        where resumed_at < clock_now() - ${KEPT_DAYS} * interval '1 day'
          and (resumed_at, subscription_id) > (${at}, ${id})
        order by resumed_at, subscription_id limit ${sliceRows}`;
      const removed = await tx`
        delete from subscription_pauses p
        using subscriptions s, chain_cursors c
        where p.subscription_id = any (${page.map((row) => row.id)})
          and p.resumed_at < clock_now() - ${KEPT_DAYS} * interval '1 day'
          and s.id = p.subscription_id and c.chain_id = s.chain_id
          and c.finalized_at > p.resumed_at and not exists (
            select from transactions t
            where t.subscription_id = s.id and t.payment_exception = 'screening'
              and t.status = 'pending'
          )`;
      return { removed: removed.count, ...pageEnd(page), waits: false };
    }),
};

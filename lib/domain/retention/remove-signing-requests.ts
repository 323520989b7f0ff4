import { isUnpaid } from "@/lib/domain/payment-sessions/unpaid";
import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Nothing that was signed can be executed any more; these are left to look back at. */
const KEPT_DAYS = 7;

/**
 * What payers were asked to sign, once their sessions are closed and the final block is past the time of
 * what they signed.
 */
export const removeSigningRequests: RetentionTask = {
  name: "signing_requests",
  resumes: false,
  removeSlice: async (db, _config, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        select session_id as id, valid_before as at from signing_requests
        where valid_before < clock_now() - ${KEPT_DAYS} * interval '1 day'
          and (valid_before, session_id) > (${at}, ${id})
        order by valid_before, session_id limit ${sliceRows}`;
      const removed = await tx`
        delete from signing_requests r
        using payment_sessions s, deployments d, chain_cursors c
        where r.session_id = any (${page.map((row) => row.id)})
          and r.valid_before < clock_now() - ${KEPT_DAYS} * interval '1 day'
          and s.id = r.session_id and not (${isUnpaid(tx)})
          and d.id = s.deployment_id and c.chain_id = d.chain_id
          and c.finalized_at > r.valid_before`;
      return { removed: removed.count, ...pageEnd(page), waits: false };
    }),
};

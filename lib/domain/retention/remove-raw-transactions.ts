import type { Hex } from "@/lib/core/hex";
import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  sliceRows,
} from "./retention-task";

/** Signed bytes of nonces that were used up at a final block. Hash, fees and nonce stay. */
export const removeRawTransactions: RetentionTask = {
  name: "raw_transactions",
  resumes: false,
  removeSlice: async (db, { RETENTION_RAW_TRANSACTION_DAYS }, { at, id }) =>
    inShortTransaction(db, async (tx) => {
      const before = tx`clock_now() - ${RETENTION_RAW_TRANSACTION_DAYS} * interval '1 day'`;
      const page = await tx<(PageRow & { id: Hex })[]>`
        select hash as id, created_at as at from relay_attempts
        where raw is not null and created_at < ${before} and (created_at, hash) > (${at}, ${id || "0x"})
        order by created_at, hash limit ${sliceRows}`;
      const { count } = await tx`
        update relay_attempts a set raw = null
        from (
          select a.hash from relay_attempts a join relay_batches b on b.id = a.batch_id
          where a.hash = any (${page.map((row) => row.id)})
            and b.state = 'consumed' and b.consumed_at < ${before}
          order by a.hash for update of a skip locked
        ) ended
        where a.hash = ended.hash`;
      return { removed: count, ...pageEnd(page), waits: false };
    }),
};

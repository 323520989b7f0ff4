import type { Db } from "@/db/client";

/** A block has the creation by then, as a rule; the block itself wakes them, too. */
const WAIT_SECONDS = 2;

/** Leaves submissions in the queue whose payers' wallets are being created. */
export async function awaitCreation(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db`
    update relay_submissions set wallet = null,
      next_check_at = clock_now() + ${WAIT_SECONDS} * interval '1 second'
    where id = any (${[...ids]}::text[]) and state = 'queued'`;
}

import type { Db } from "@/db/client";

/** A list or a node did not answer: looked at again after this. */
const RETRY_SECONDS = 5;

/**
 * Sets submissions aside because a screening list does not answer. What was broadcast before stays in the
 * queue: its signatures are public, so its session must not become free to be cancelled.
 */
export async function holdSubmissions(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db`
    update relay_submissions set
      state = case when rounds = 0 then 'held' else state end, wallet = null, updated_at = clock_now(),
      next_check_at = clock_now() + ${RETRY_SECONDS} * interval '1 second'
    where id = any (${[...ids]}::text[]) and state = 'queued'`;
}

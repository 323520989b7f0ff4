import { type Db, transaction } from "@/db/client";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";

/** How many streams a key or a person may have, over all processes. */
const MAX_STREAMS = 4;
/** A process that died has none of its streams any more after it. */
const LEASE_SECONDS = 20;
const RETRY_SECONDS = 15;

/**
 * Counts a stream of a key or a person; it is renewed while it lasts, and let go of.
 * @returns the lease's id
 * @throws Refusal `rate_limited` with `too_many_streams`
 */
export async function leaseStream(db: Db, caller: string): Promise<string> {
  const id = newId("eventStream");
  const leased = await transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${caller}, 7245005))`;
    await tx`delete from event_streams where expires_at < now()`;
    const { count } = await tx`
      insert into event_streams (id, caller, expires_at)
      select ${id}, ${caller}, now() + ${LEASE_SECONDS} * interval '1 second'
      where (select count(*) from event_streams where caller = ${caller}) < ${MAX_STREAMS}`;
    return count > 0;
  });
  if (leased) return id;
  throw new Refusal(
    "rate_limited",
    `A key or a person has ${MAX_STREAMS} event streams at the most.`,
    {
      details: { reason: "too_many_streams" },
      retryAfterSeconds: RETRY_SECONDS,
    },
  );
}

/** Whether it was still there. */
export async function renewStream(db: Db, id: string): Promise<boolean> {
  const { count } = await db`
    update event_streams set expires_at = now() + ${LEASE_SECONDS} * interval '1 second'
    where id = ${id} and expires_at >= now()`;
  return count > 0;
}

export async function releaseStream(db: Db, id: string): Promise<void> {
  await db`delete from event_streams where id = ${id}`;
}

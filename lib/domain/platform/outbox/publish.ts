import type { Db } from "@/db/client";
import { sendEvents } from "@/lib/adapters/jobs/inngest";
import type { JobEvent } from "@/lib/adapters/jobs/job-wiring";
import type { WakeData } from "@/lib/core/operations/wakes";
import type { Context } from "@/lib/domain/platform/context";

interface OutboxRow {
  id: bigint;
  name: string;
  data: WakeData;
}

const BATCH = 100;
/** Longer than sending takes: rows of a publisher that died are sent again after it. */
const CLAIM_SECONDS = 30;

/**
 * Sends the outbox's wake-ups to the job engine, until none is left. Equal ones go out as one event, whose
 * row stays until a heartbeat shows that the engine runs what it takes (`beat`).
 * Several publishers may run at once; a crash sends some wake-ups twice, and loses none.
 * @param send takes the events, each with an id that is the same when it is sent again
 * @returns how many rows were sent
 * @throws the error of `send`; the rows stay to be sent
 */
export async function publishOutbox(
  { db, log }: Pick<Context, "db" | "log">,
  send: (events: JobEvent[]) => Promise<unknown> = sendEvents,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const rows = await claim(db);
    if (rows.length === 0) return sent;
    const events = coalesce(rows);
    try {
      await send([...events.values()]);
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, "the job engine does not take wake-ups");
      await release(db, idsOf(rows));
      throw error;
    }
    await markSent(db, idsOf(rows), [...events.keys()].map(String));
    sent += rows.length;
  }
}

function claim(db: Db): Promise<OutboxRow[]> {
  return db<OutboxRow[]>`
    update outbox set claimed_until = now() + ${CLAIM_SECONDS} * interval '1 second'
    where id in (
      select id from outbox
      where sent_at is null and (claimed_until is null or claimed_until <= now())
      order by id limit ${BATCH} for update skip locked
    )
    returning id, name, data`;
}

const idsOf = (rows: readonly OutboxRow[]) => rows.map(({ id }) => String(id));

async function release(db: Db, ids: string[]): Promise<void> {
  await db`
    update outbox set claimed_until = null where id = any (${ids}::bigint[]) and sent_at is null`;
}

/** Keeps the row of each event, and removes those that were equal to it. */
async function markSent(db: Db, ids: string[], kept: string[]): Promise<void> {
  await db`
    with equal as (
      delete from outbox where id = any (${ids}::bigint[]) and id <> all (${kept}::bigint[])
    )
    update outbox set sent_at = now(), claimed_until = null where id = any (${kept}::bigint[])`;
}

/**
 * One event for each different wake-up, by the id of its row. It is named after the newest row: rows that are sent again
 * together with a new one must not end up under an id that the engine has seen.
 */
function coalesce(rows: OutboxRow[]): Map<bigint, JobEvent> {
  const newest = new Map<string, OutboxRow>();
  for (const row of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    newest.set(JSON.stringify([row.name, row.data]), row);
  }
  return new Map(
    [...newest.values()].map(({ id, name, data }) => [
      id,
      { id: `outbox-${id}`, name, data: { ...data } },
    ]),
  );
}

import type { Db } from "@/db/client";
import type { JobEvent } from "@/lib/adapters/jobs/job-wiring";
import { sendEvents } from "@/lib/adapters/jobs/send-events";
import type { WakeData } from "@/lib/core/wakes";
import type { Context } from "@/lib/domain/context";

interface OutboxRow {
  id: bigint;
  name: string;
  data: WakeData;
}

const BATCH = 100;
/** Longer than sending takes: rows of a publisher that died are sent again after it. */
const CLAIM_SECONDS = 30;

/**
 * Sends the outbox's wake-ups to the job engine, until none is left. Equal ones go out as one event.
 * Several publishers may run at once; a crash sends some wake-ups twice, and loses none.
 * @param send takes the events, each with an id that is the same when it is sent again
 * @returns how many rows were sent
 * @throws whatever `send` throws; the rows stay to be sent
 */
export async function publishOutbox(
  { db, log }: Pick<Context, "db" | "log">,
  send: (events: JobEvent[]) => Promise<unknown> = sendEvents,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const rows = await claim(db);
    if (rows.length === 0) return sent;
    try {
      await send(coalesce(rows));
    } catch (error) {
      log.warn({ err: error, rows: rows.length }, "the job engine does not take wake-ups");
      await mark(db, rows, db`claimed_until = null`);
      throw error;
    }
    await mark(db, rows, db`sent_at = now()`);
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

async function mark(db: Db, rows: OutboxRow[], change: ReturnType<Db>): Promise<void> {
  const ids = rows.map((row) => String(row.id));
  await db`update outbox set ${change} where id = any (${ids}::bigint[]) and sent_at is null`;
}

/**
 * One event for each different wake-up. It is named after the newest row: rows that are sent again
 * together with a new one must not end up under an id that the engine has seen.
 */
function coalesce(rows: OutboxRow[]): JobEvent[] {
  const events = new Map<string, JobEvent>();
  for (const { id, name, data } of rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    events.set(JSON.stringify([name, data]), { id: `outbox-${id}`, name, data: { ...data } });
  }
  return [...events.values()];
}

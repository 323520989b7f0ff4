import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDb, type Sql, transaction } from "@/db/client";
import { migrate } from "@/db/migrate";
import { newId } from "@/lib/core/ids";
import { numberEvents } from "@/lib/domain/events/number-events";
import { recordEvent } from "@/lib/domain/events/record-event";
import { startPostgres } from "@/scripts/services/postgres";

const EVENTS = Number(process.env.BENCH_EVENTS ?? 200_000);
const MERCHANTS = 20;
/** The migration that numbers the events of before. */
const HISTORY = "db/migrations/0048_number-events.sql";

const seconds = (since: number) => (performance.now() - since) / 1_000;
const perSecond = (taken: number) => Math.round(EVENTS / taken).toLocaleString("en");

/** Events of sessions, three of each, as an installation has them. */
async function fill(db: Sql): Promise<string> {
  const merchants = Array.from({ length: MERCHANTS }, () => newId("merchant"));
  for (const id of merchants)
    await db`insert into merchants (id, business_name) values (${id}, '')`;
  await db`
    insert into events (id, merchant_id, mode, type, resource_id, sequence, packed, created_at)
    select new_id('evt'), (${merchants}::text[])[1 + n / 3 % ${MERCHANTS}], 'test', 'payment.created',
      'ps_' || left(md5((n / 3)::text), 24), n % 3 + 1, sha256(n::text::bytea),
      now() - (${EVENTS}::int - n) * interval '1 millisecond'
    from generate_series(0, ${EVENTS - 1}::int) n`;
  await db`analyze`;
  return merchants[0] ?? "";
}

/** The longest that recording one more event takes while `work` runs. */
async function slowestWrite(db: Sql, merchantId: string, work: Promise<unknown>): Promise<number> {
  let slowest = 0;
  let over = false;
  const ended = work.finally(() => {
    over = true;
  });
  while (!over) {
    const startedAt = performance.now();
    const resource = { type: "payment_session", id: newId("paymentSession") };
    await transaction(db, (tx) =>
      recordEvent(tx, { merchantId, mode: "test", type: "payment.created", resource, object: {} }),
    );
    slowest = Math.max(slowest, performance.now() - startedAt);
    await sleep(5);
  }
  await ended;
  return slowest;
}

const folder = mkdtempSync(join(tmpdir(), "stipend-bench-"));
const server = await startPostgres({ dataDir: join(folder, "postgres") });
try {
  await migrate(server.url);
  const db = createDb(server.url, { work: "maintenance" });
  const merchantId = await fill(db);
  const startedAt = performance.now();
  await numberEvents({ db });
  console.log(
    `numbered, ${EVENTS} events of ${MERCHANTS} merchants: ${perSecond(seconds(startedAt))}/s`,
  );

  await db`update events set position = null`;
  await db`delete from event_counters`;
  await db`vacuum analyze events`;
  const plainAt = performance.now();
  await db`update events set sequence = sequence`;
  const plain = seconds(plainAt);
  const [numbering = "", counting = ""] = readFileSync(HISTORY, "utf8").split(
    "--> statement-breakpoint",
  );
  const historyAt = performance.now();
  const history = db.begin(async (tx) => {
    await tx.unsafe(numbering);
    await tx.unsafe(counting);
  });
  const slowest = await slowestWrite(db, merchantId, history);
  console.log(
    `numbered by the migration: ${perSecond(seconds(historyAt))}/s, against ${perSecond(plain)}/s for a plain update of as many rows; the slowest write beside it took ${slowest.toFixed(0)} ms`,
  );
  await db.end();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Sql, transaction } from "@/db/client";
import { connectJobs, type JobEvent, jobWiring } from "@/lib/adapters/jobs/job-wiring";
import { wakes } from "@/lib/core/operations/wakes";
import { listenOutbox } from "@/lib/domain/platform/outbox/listen-outbox";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { silentLog, until } from "@/testing/engine-fixture";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { beat } from "./beat";
import { explainSilence } from "./explain-silence";
import { keepHeartbeat } from "./keep-heartbeat";

let world: WebhookWorld;
let db: Sql;
let sent: JobEvent[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  sent = [];
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
  connectJobs({ log: silentLog, send });
  await db`truncate outbox, job_runs`;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  connectJobs({ send: undefined, refusal: undefined });
});
afterAll(() => world.stop());

async function send(events: JobEvent[]): Promise<{ ids: string[] }> {
  sent.push(...events);
  return { ids: events.map(({ id }) => id) };
}
const webhooks = () => transaction(db, (tx) => wake(tx, wakes.webhooks));
const relay = (chainId: number) => transaction(db, (tx) => wake(tx, wakes.relay, { chainId }));
const publish = () => publishOutbox(world.system());
const now = async () => (await db<{ now: Date }[]>`select clock_timestamp() as now`)[0]?.now;
const beatNow = async () => beat({ db }, { sentAt: (await now()) ?? new Date(0) });
/** Makes the last run of the heartbeat that much older. */
const age = (seconds: number) => db`
  update job_runs set finished_at = finished_at - ${seconds} * interval '1 second'`;
const rows = () => db<{ id: bigint; name: string; isSent: boolean; minutes: number }[]>`
  select id, name, sent_at is not null as is_sent,
    round(extract(epoch from now() - created_at) / 60)::int as minutes
  from outbox order by id`;
const names = async () => (await rows()).map(({ name, isSent }) => [name, isSent]);

test("wake-ups are given up once a heartbeat that was sent after them has run, and not before", async () => {
  await beatNow();
  const earlier = await now();
  await webhooks();
  await publish();
  await beat({ db }, { sentAt: earlier ?? new Date(0) });
  expect(await names()).toEqual([[wakes.webhooks, true]]);
  await relay(1);
  await beatNow();
  expect(await names()).toEqual([[wakes.relay, false]]);
});

test("what was taken before a heartbeat is missing is sent once more, under an id that the engine does not know", async () => {
  await beatNow();
  for (const _ of Array(2).keys()) {
    await webhooks();
    await publish();
  }
  await relay(1);
  await publish();
  await db`update outbox set created_at = created_at - interval '3 minutes' where name = ${wakes.webhooks}`;
  await age(9);
  let published = 0;
  const listener = listenOutbox(db, async () => {
    published += await publish();
  });
  stops.push(() => listener.stop());
  // The listener is there, and finds nothing that was not sent.
  await until(async () => (await names()).length === 3);
  await beatNow();
  await until(() => published === 2);
  const after = sent.slice(3).map(({ name }) => name);
  expect(after.sort()).toEqual([wakes.relay, wakes.webhooks]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(5);
  expect((await rows()).map(({ minutes }) => minutes).sort()).toEqual([0, 3]);
  await beatNow();
  expect(await names()).toEqual([]);
});

test("while the engine runs nothing one of equal wake-ups waits, sent or not, and is as old as the oldest", async () => {
  for (const _ of Array(3).keys()) {
    await webhooks();
    await publish();
  }
  await db`update outbox set created_at = now() - interval '5 minutes'
    where id = (select min(id) from outbox)`;
  for (const _ of Array(3).keys()) await webhooks();
  await relay(1);
  await relay(2);
  const heart = keepHeartbeat({ db, log: silentLog, config: world.config, everyMs: 20 });
  stops.push(() => heart.stop());
  await until(async () => (await rows()).length === 4);
  const found = (await rows()).map(({ name, isSent, minutes }) => [name, isSent, minutes]);
  expect(found.sort()).toEqual(
    [
      [wakes.webhooks, true, 5],
      [wakes.webhooks, false, 0],
      [wakes.relay, false, 0],
      [wakes.relay, false, 0],
    ].sort(),
  );
});

test("what a publisher is sending is left to it", async () => {
  await webhooks();
  await db`update outbox set claimed_until = now() + interval '1 minute'`;
  const [claimed] = await rows();
  await webhooks();
  await beatNow();
  expect((await rows()).map(({ id }) => id)).toContain(claimed?.id);
});

test("processes that send in the same moment start one run", async () => {
  const hearts = [1, 2].map(() => keepHeartbeat({ db, log: silentLog, config: world.config }));
  stops.push(...hearts.map(({ stop }) => stop));
  await until(() => sent.length === 2);
  const slots = sent.map(({ id }) => Number(id.replace("heartbeat-", "")));
  // The second may have been sent in the next slot.
  expect(Math.abs((slots[0] ?? 0) - (slots[1] ?? 0))).toBeLessThanOrEqual(1);
  expect(Math.abs(Number(sent[0]?.data.sentAt) / 5_000 - (slots[0] ?? 0))).toBeLessThan(1);
});

test("a silence is an error in the log, once, and its end is told; a start is none", async () => {
  const lines: string[] = [];
  const note = (level: string) => (_fields: object, message: string) =>
    void lines.push(`${level}: ${message}`);
  const log = { ...silentLog, info: note("info"), error: note("error") };
  const heart = keepHeartbeat({ db, log, config: world.config, everyMs: 10 });
  stops.push(() => heart.stop());
  await until(() => sent.length > 5);
  expect(lines).toEqual([]);
  const beatsFor = (seconds: number) =>
    connectJobs({ beatingSince: performance.now() - seconds * 1_000 });
  beatsFor(16);
  await until(() => lines.length > 0);
  const before = sent.length;
  await until(() => sent.length > before + 5);
  expect(lines).toEqual([
    "error: the job engine takes events and has never run one: restart the process, its log says why",
  ]);
  await beatNow();
  await until(() => lines.length > 1);
  await age(17);
  await until(() => lines.length > 2);
  expect(lines.slice(1)).toEqual([
    "info: the job engine runs again",
    "error: the job engine takes events and has run none for 17 s: restart the process, its log says why",
  ]);
});

test("while the database does not answer the engine is not held to be silent", async () => {
  const pool = world.otherPool();
  const heart = keepHeartbeat({ db: pool, log: silentLog, config: world.config, everyMs: 10 });
  stops.push(() => heart.stop());
  await until(() => jobWiring.beatingSince !== undefined);
  await pool.end();
  await until(() => jobWiring.beatingSince === undefined);
  expect(sent.length).toBeGreaterThan(0);
});

test("what to do depends on whether events are taken, on the engine, and on whether it ever ran", () => {
  const remote = { INNGEST_BASE_URL: "http://inngest:8288" };
  const embedded = { INNGEST_BASE_URL: undefined };
  const refused = { refusal: "no connection: ECONNREFUSED", secondsAgo: 20 };
  expect([
    explainSilence(remote, refused),
    explainSilence(remote, { refusal: null, secondsAgo: null }),
    explainSilence(remote, { refusal: null, secondsAgo: 180 }),
    explainSilence(embedded, refused),
    explainSilence(embedded, { refusal: null, secondsAgo: 20 }),
  ]).toMatchInlineSnapshot(`
    [
      "the job engine takes no events (no connection: ECONNREFUSED): start it, and compare INNGEST_BASE_URL and INNGEST_EVENT_KEY with its own",
      "the job engine takes events and has never run one: sync the app's /api/inngest in it, with the same INNGEST_SIGNING_KEY",
      "the job engine takes events and has run none for 3 min: see that it can reach the app's /api/inngest, and sync that again",
      "the job engine takes no events (no connection: ECONNREFUSED): restart the process, its log says why",
      "the job engine takes events and has run none for 20 s: restart the process, its log says why",
    ]
  `);
});

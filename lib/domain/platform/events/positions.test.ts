import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDb, type Sql, transaction } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { claimDispatches } from "@/lib/domain/webhooks/deliveries/claim-dispatches";
import { startReceiver, status } from "@/testing/webhook-receiver";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { keepNumbering } from "./keep-numbering";
import { listEvents } from "./list-events";
import { lockNumbering, numberEvents, numberLimits } from "./number-events";
import { raiseEventCounters } from "./raise-event-counters";
import { recordEvent } from "./record-event";
import { streamEvents } from "./stream-events";
import { waitForPosition } from "./watch-positions";

let world: WebhookWorld;
let db: Sql;
let writers: Sql;
beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
  // Half of a pool's connections are for transactions.
  writers = createDb(world.url, { max: 100, work: "maintenance" });
});
afterAll(async () => {
  await writers.end();
  await world.stop();
});

type Owner = Context<MerchantActor>;

async function newOwner(mode: "test" | "live" = "test"): Promise<Owner> {
  return world.merchant({ merchantId: await world.addMerchant(), mode });
}

const write = (tx: Parameters<typeof recordEvent>[0], { actor }: Owner, resourceId: string) =>
  recordEvent(tx, {
    merchantId: actor.merchantId,
    mode: actor.mode,
    type: "payment.created",
    resource: { type: "payment_session", id: resourceId },
    object: { id: resourceId },
  });

const emit = ({ actor }: Owner) => world.emit(actor);

interface PlacedEvent {
  id: string;
  resourceId: string;
  sequence: number;
  position: bigint | null;
}
const eventsOf = ({ actor }: Owner) => db<PlacedEvent[]>`
  select id, resource_id, sequence, position from events
  where merchant_id = ${actor.merchantId} and mode = ${actor.mode} order by position`;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const positionsOf = async (owner: Owner) =>
  (await eventsOf(owner)).map(({ position }) => Number(position));

/** Pages in order of position until it has seen `total()` events. */
async function pull(owner: Owner, total: () => number): Promise<string[]> {
  const seen: string[] = [];
  let after = 0;
  while (seen.length < total()) {
    const { data } = await listEvents(owner, { after, limit: 7, wait: 1 });
    seen.push(...data.map(({ id }) => id));
    after = data.at(-1)?.position ?? after;
  }
  return seen;
}

/** Reads a stream until it has seen `total()` events, then leaves it. */
async function follow(owner: Owner, total: () => number): Promise<string[]> {
  const seen: string[] = [];
  const left = new AbortController();
  const { begin } = await streamEvents(owner, { after: 0 });
  for await (const page of begin(left.signal)) {
    seen.push(...page.map(({ id }) => id));
    if (seen.length >= total()) left.abort();
  }
  return seen;
}

test("fifty writers, killed and slow, and two sequencers: every puller and stream sees 1 to n once, in order", async () => {
  const owners = await Promise.all([newOwner(), newOwner(), newOwner("live")]);
  const shared = owners.map(() => newId("paymentSession"));
  const pools = [world.otherPool(), world.otherPool()];
  const sequencers = pools.map((pool) => keepNumbering({ db: pool, log: world.system().log }));
  const written = owners.map(() => 0);
  let total = Number.POSITIVE_INFINITY;
  const totalOf = (at: number) => () =>
    total === Number.POSITIVE_INFINITY ? total : (written[at] ?? 0);
  const pullers = owners.map((owner, at) => pull(owner, totalOf(at)));
  const streams = owners.map((owner, at) => follow(owner, totalOf(at)));

  const writeOnce = async (writer: number, round: number) => {
    const at = (writer + round) % owners.length;
    const owner = owners[at] as Owner;
    const fate = Math.random();
    await transaction(writers, async (tx) => {
      await tx`select 1`;
      await sleep(Math.random() * 30);
      const resource = round % 4 === 0 ? (shared[at] as string) : newId("paymentSession");
      await tx`select pg_advisory_xact_lock(hashtext(${resource}))`;
      await write(tx, owner, resource);
      if (fate < 0.3) await sleep(Math.random() * 40);
      if (fate > 0.95) await tx`select pg_terminate_backend(pg_backend_pid())`;
      if (fate > 0.9) throw new Error("rolled back");
    }).then(
      () => {
        written[at] = (written[at] ?? 0) + 1;
      },
      () => {},
    );
  };
  const trouble = (async () => {
    // A sequencer that stops while it has the lock, and sequencers' connections that are cut.
    await world.otherPool().begin(async (tx) => {
      await lockNumbering(tx);
      await sleep(200);
    });
    await db`
      select pg_terminate_backend(l.pid) from pg_locks l
      join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
      where l.locktype = 'advisory' and l.objid = 7245004`;
  })();
  await Promise.all(
    upTo(50).map(async (writer) => {
      for (const round of upTo(10)) await writeOnce(writer, round);
    }),
  );
  await trouble;
  // A stream looks whether it has seen all when it is given something.
  for (const at of written.keys()) written[at] = (written[at] ?? 0) + 1;
  total = written.reduce((sum, count) => sum + count, 0);
  for (const owner of owners) await emit(owner);
  const streamed = await Promise.all(streams);
  const pulled = await Promise.all(pullers);
  for (const [at, owner] of owners.entries()) {
    const events = await eventsOf(owner);
    expect(events.map(({ position }) => Number(position))).toEqual(upTo(written[at] ?? 0));
    expect(pulled[at]).toEqual(events.map(({ id }) => id));
    expect(streamed[at]).toEqual(events.map(({ id }) => id));
    const ofShared = events.filter(({ resourceId }) => resourceId === shared[at]);
    expect(ofShared.map(({ sequence }) => sequence)).toEqual(upTo(ofShared.length));
    expect(ofShared.length).toBeGreaterThan(10);
  }
  await Promise.all(sequencers.map((sequencer) => sequencer.stop()));
}, 60_000);

test("what commits late stands behind what was read already", async () => {
  const owner = await newOwner();
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let early = "";
  const open = transaction(writers, async (tx) => {
    early = await write(tx, owner, newId("paymentSession"));
    await held;
  });
  await expect.poll(() => early).not.toBe("");
  const late = await emit(owner);
  await numberEvents({ db });
  commit();
  await open;
  await numberEvents({ db });
  expect((await eventsOf(owner)).map(({ id }) => id)).toEqual([late, early]);
});

test("a busy merchant leaves room for others in each pass", async () => {
  const [busy, quiet] = [await newOwner(), await newOwner()];
  const { merchantId } = busy.actor;
  const many = 2 * numberLimits.perStream + 100;
  await db`
    insert into events (id, merchant_id, mode, type, resource_id, sequence, object)
    select 'evt_busy' || n, ${merchantId}, 'test', 'payment.created', 'ps_busy', n, '{}'
    from generate_series(1, ${many}::int) n`;
  await emit(quiet);
  await world.drain();
  // The drain made one pass for what has an endpoint, and nobody has one.
  await numberEvents({ db });
  expect(await positionsOf(quiet)).toEqual([1]);
  expect((await eventsOf(busy)).map(({ sequence }) => sequence)).toEqual(upTo(many));
  const [row] = await db<{ passes: bigint; arrivals: bigint }[]>`
    select count(distinct xmin::text) as passes, count(arrival) as arrivals
    from events where merchant_id = ${merchantId}`;
  expect(row).toEqual({ passes: 3n, arrivals: 0n });
});

test("an event that goes away while it is numbered takes the whole pass back", async () => {
  const owner = await newOwner();
  const [first, second] = [await emit(owner), await emit(owner)];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const removing = transaction(writers, async (tx) => {
    await tx`delete from events where id = ${first}`;
    await held;
  });
  await sleep(50);
  const numbering = expect(numberEvents({ db })).rejects.toThrow("taken back");
  await expect
    .poll(async () => {
      const [row] = await db<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event = 'transactionid'`;
      return row?.waiting;
    })
    .toBe(1);
  release();
  await removing;
  await numbering;
  await numberEvents({ db });
  expect((await eventsOf(owner)).map(({ id, position }) => [id, position])).toEqual([[second, 1n]]);
});

test("a webhook is sent once its event has a position, and tells it at every attempt", async () => {
  const owner = await newOwner();
  const receiver = await startReceiver(status(500));
  await world.addEndpoint({ ...owner.actor, url: receiver.url });
  const blocker = world.otherPool();
  let release = () => {};
  const blocking = blocker.begin(async (tx) => {
    await lockNumbering(tx);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  await sleep(50);
  const id = await emit(owner);
  const draining = world.drain();
  const waiting = () => db`
    select from pg_locks l
    join pg_stat_activity a on a.pid = l.pid and a.datname = current_database()
    where l.locktype = 'advisory' and l.objid = 7245004 and not l.granted`;
  await expect.poll(async () => (await waiting()).length, { timeout: 5_000 }).toBe(1);
  expect(receiver.received).toEqual([]);
  release();
  await blocking;
  await draining;
  await receiver.receives(1);
  await db`update webhook_dispatches set next_attempt_at = now() - interval '1 second' where event_id = ${id}`;
  await world.drain();
  await receiver.receives(2);
  const [one, two] = receiver.received;
  expect(JSON.parse(one?.body ?? "{}")).toMatchObject({ id, position: 1 });
  expect(two?.body).toBe(one?.body);
  await receiver.close();
});

test("what is left for the next pass is not claimed yet", async () => {
  const owner = await newOwner();
  await world.addEndpoint({ ...owner.actor, url: "http://127.0.0.1:9/" });
  for (const _ of upTo(3)) await emit(owner);
  const limits = { ...numberLimits };
  Object.assign(numberLimits, { perStream: 1 });
  const claimed = await claimDispatches(db, 10);
  Object.assign(numberLimits, limits);
  expect(claimed.map(({ event }) => event.position)).toEqual([1n]);
  await db`update webhook_endpoints set status = 'disabled'`;
});

test("events behind a removed one are refused, with the first position that has no gap after it", async () => {
  const owner = await newOwner();
  const resource = newId("paymentSession");
  for (const _ of upTo(4)) await transaction(db, (tx) => write(tx, owner, resource));
  await emit(owner);
  await numberEvents({ db });
  await db`
    update events set created_at = now() - interval '91 days'
    where merchant_id = ${owner.actor.merchantId} and sequence <= 2 and resource_id = ${resource}`;
  await removeOldRows(world.system(), { until: new Date(Date.now() + 10_000) });
  await expect(listEvents(owner, { after: 1 })).rejects.toMatchObject({
    code: "invalid_request",
    info: { param: "after", details: { reason: "position_expired", oldestPosition: 3 } },
  });
  const oldest = await listEvents(owner, { order: "asc", limit: 2 });
  expect(oldest.data.map(({ position }) => position)).toEqual([3, 4]);
  const next = await listEvents(owner, { order: "asc", cursor: oldest.nextCursor ?? "" });
  expect(next).toMatchObject({ data: [{ position: 5 }], hasMore: false, nextCursor: null });
});

test("a wait ends with the next event, with its time, with the process, or with its key", async () => {
  const owner = await newOwner();
  const sequencer = keepNumbering({ db, log: owner.log });
  const waiting = listEvents(owner, { after: 0, wait: 30 });
  await sleep(50);
  const id = await emit(owner);
  expect((await waiting).data.map((event) => event.id)).toEqual([id]);
  expect((await listEvents(owner, { after: 1, wait: 1 })).data).toEqual([]);
  const stopping = new AbortController();
  const ended = listEvents({ ...owner, stopping: stopping.signal }, { after: 1, wait: 30 });
  stopping.abort();
  expect((await ended).data).toEqual([]);
  const recheck = () => Promise.reject(new Error("revoked"));
  const revoked = expect(listEvents({ ...owner, recheck }, { after: 1, wait: 30 })).rejects;
  await emit(owner);
  await revoked.toThrow("revoked");
  await sequencer.stop();
});

test("a wait for what is there already ends without a notice or the next look", async () => {
  const owner = await newOwner();
  await emit(owner);
  await numberEvents(owner);
  const pool = createDb(world.url);
  // Nobody looks now and then.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  try {
    const wait = () => waitForPosition(pool, owner.actor, 0, { ms: 60_000 });
    // The first look may come of the listener's connection.
    await wait();
    await sleep(100);
    await expect(wait()).resolves.toBeUndefined();
  } finally {
    vi.useRealTimers();
    await pool.end();
  }
}, 20_000);

test("parameters of the other order are refused, and data that the key may not read is left out", async () => {
  const owner = await newOwner();
  await emit(owner);
  await numberEvents({ db });
  for (const [param, input] of Object.entries({
    type: { after: 0, type: "payment.created" as const },
    after: { after: 0, order: "desc" as const },
    wait: { wait: 3 },
  })) {
    await expect(listEvents(owner, input)).rejects.toMatchObject({
      info: { param, details: { reason: "order_mismatch" } },
    });
  }
  await expect(listEvents(owner, { order: "asc", cursor: "MDE" })).rejects.toMatchObject({
    info: { param: "cursor" },
  });
  const narrow = { ...owner, actor: { ...owner.actor, scopes: ["webhooks_read" as const] } };
  expect((await listEvents(owner, { after: 0 })).data[0]?.data).toBeDefined();
  expect((await listEvents(narrow, { after: 0 })).data[0]).not.toHaveProperty("data");
});

test("a counter that is behind what was given is raised by the operator, and numbering goes on", async () => {
  const owner = await newOwner();
  for (const _ of upTo(3)) await emit(owner);
  await numberEvents({ db });
  await db`update event_counters set last_position = 1 where merchant_id = ${owner.actor.merchantId}`;
  await emit(owner);
  await expect(numberEvents({ db })).rejects.toThrow("events_by_position");
  const name = { kind: "operator", name: "ada", command: "number-events" } as const;
  const actor = { ...name, reason: "restored" };
  expect(await raiseEventCounters({ db, actor, requestId: "req_1" })).toBe(1);
  await numberEvents({ db });
  expect(await positionsOf(owner)).toEqual([1, 2, 3, 4]);
  expect(await db`select action, before from audit_log`).toEqual([
    {
      action: "events.raise_counter",
      before: { mode: "test", lastPosition: "1" },
    },
  ]);
});

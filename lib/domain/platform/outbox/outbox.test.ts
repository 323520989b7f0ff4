import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sql, transaction } from "@/db/client";
import type { JobEvent } from "@/lib/adapters/jobs/job-wiring";
import { wakes } from "@/lib/core/operations/wakes";
import { reconcile } from "@/lib/domain/operations/reconcile";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { listenOutbox } from "./listen-outbox";
import { publishOutbox } from "./publish";
import { subscribeOutbox } from "./subscribe-outbox";
import { outboxChannel, wake } from "./wake";

let world: WebhookWorld;
let db: Sql;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  world.complaints.length = 0;
  await db`truncate outbox, webhook_replays, webhook_replay_items, webhook_deliveries, webhook_dispatches, webhook_endpoints, events`;
  await db`delete from relay_batches`;
});
afterAll(() => world.stop());

const relay = (chainId: number) => transaction(db, (tx) => wake(tx, wakes.relay, { chainId }));
const webhooks = () => transaction(db, (tx) => wake(tx, wakes.webhooks));
const unsent = async () => (await db`select 1 from outbox where sent_at is null`).length;

/** Resolves once the pool receives notifications: from then on no listener is called without one. */
async function listening(): Promise<void> {
  let received = false;
  const stop = subscribeOutbox(db, (name) => {
    if (name === wakes.chain) received = true;
  });
  while (!received) {
    await db`select pg_notify(${outboxChannel}, ${wakes.chain})`;
    await sleep(5);
  }
  stop();
}

/** Takes events as the engine does: one whose id it knows does nothing. */
function engine() {
  const taken = new Map<string, JobEvent>();
  const sends: JobEvent[][] = [];
  return {
    taken,
    sends,
    send: async (events: JobEvent[]) => {
      sends.push(events);
      for (const event of events) taken.set(event.id, event);
    },
  };
}
const publish = (send: (events: JobEvent[]) => Promise<unknown>) =>
  publishOutbox(world.system(), send);

test("equal wake-ups go out as one event, different ones apart, and each row once", async () => {
  for (const _ of Array(3).keys()) await webhooks();
  await relay(1);
  await relay(2);
  await relay(1);
  const { send, sends } = engine();
  expect(await publish(send)).toBe(6);
  expect(sends).toHaveLength(1);
  expect(sends[0]?.map(({ name, data }) => [name, data])).toEqual([
    [wakes.webhooks, {}],
    [wakes.relay, { chainId: 1 }],
    [wakes.relay, { chainId: 2 }],
  ]);
  // A row for each event stays until the engine has shown that it runs what it takes.
  const rows = await db<{ id: bigint; sentAt: Date | null }[]>`
    select id, sent_at from outbox order by id`;
  expect(rows.map(({ id, sentAt }) => [`outbox-${id}`, sentAt !== null])).toEqual(
    [...(sends[0] ?? [])].map(({ id }) => [id, true]).sort(),
  );
  expect(await publish(send)).toBe(0);
  expect(sends).toHaveLength(1);
});

test("however many rows wait, all are sent", async () => {
  await db`insert into outbox (name, data)
    select ${wakes.relay}, jsonb_build_object('chainId', n) from generate_series(1, 350) n`;
  const { send, sends, taken } = engine();
  expect(await publish(send)).toBe(350);
  expect(sends.map((events) => events.length)).toEqual([100, 100, 100, 50]);
  expect(taken.size).toBe(350);
  expect(await unsent()).toBe(0);
});

test("what is rolled back wakes nobody", async () => {
  const failing = transaction(db, async (tx) => {
    await wake(tx, wakes.webhooks);
    throw new Error("the change fails");
  });
  await expect(failing).rejects.toThrow();
  const { send, sends } = engine();
  await publish(send);
  expect(sends).toEqual([]);
});

test("no transaction is open while events are sent", async () => {
  await webhooks();
  let open = -1;
  await publish(async () => {
    const rows = await db`
      select 1 from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    open = rows.length;
  });
  expect(open).toBe(0);
});

test("wake-ups that the engine does not take are sent later, under the same id", async () => {
  await webhooks();
  const refused: JobEvent[][] = [];
  const failing = publish(async (events) => {
    refused.push(events);
    throw new Error("the engine is away");
  });
  await expect(failing).rejects.toThrow("the engine is away");
  expect(world.complaints).toHaveLength(1);
  const { send, sends } = engine();
  expect(await publish(send)).toBe(1);
  expect(sends).toEqual(refused);
});

test("a publisher that died leaves its rows to others, once its claim is over", async () => {
  await webhooks();
  const { send, sends } = engine();
  const stuck = publish(() => new Promise(() => {}));
  void stuck;
  while ((await db`select 1 from outbox where claimed_until is not null`).length === 0);
  expect(await publish(send)).toBe(0);
  await db`update outbox set claimed_until = now() - interval '1 second'`;
  await webhooks();
  const ids = await db<{ id: bigint }[]>`select id from outbox order by id`;
  expect(await publish(send)).toBe(2);
  // Under the old row's id the engine would take the new wake-up for the one it has had.
  expect(sends).toEqual([[expect.objectContaining({ id: `outbox-${ids[1]?.id}` })]]);
});

test("publishers at once send no row twice", async () => {
  await db`insert into outbox (name, data)
    select ${wakes.relay}, jsonb_build_object('chainId', n) from generate_series(1, 400) n`;
  const pools = [db, world.otherPool(), world.otherPool()];
  await Promise.all(pools.map((pool) => pool`select 1`));
  const { send, sends } = engine();
  await Promise.all(pools.map((pool) => publishOutbox({ ...world.system(), db: pool }, send)));
  const ids = sends.flat().map(({ id }) => id);
  expect(ids).toHaveLength(400);
  expect(new Set(ids).size).toBe(400);
});

test("a listener is called with the name of each wake-up after its commit, and not after it is stopped", async () => {
  const received: string[] = [];
  let notify = () => {};
  const stop = subscribeOutbox(db, (name) => {
    received.push(name);
    notify();
  });
  const receives = (name: string) =>
    new Promise<void>((resolve) => {
      notify = () => {
        if (received.includes(name)) resolve();
      };
      notify();
    });
  await receives("");
  await transaction(db, async (tx) => {
    await wake(tx, wakes.webhooks);
    expect(received).not.toContain(wakes.webhooks);
  });
  await receives(wakes.webhooks);
  stop();
  const count = received.length;
  const other = new Promise<void>((resolve) => {
    const end = subscribeOutbox(db, (name) => {
      if (name === wakes.relay) resolve(end());
    });
  });
  await relay(1);
  await other;
  expect(received).toHaveLength(count);
});

test("a listener is called again after its connection was lost, and is told so", async () => {
  const received: string[] = [];
  let waiting: { name: string; resolve: () => void } | undefined;
  const stop = subscribeOutbox(db, (name) => {
    received.push(name);
    if (waiting?.name === name) waiting.resolve();
  });
  const receives = (name: string) =>
    new Promise<void>((resolve) => {
      waiting = { name, resolve };
    });
  const reconnected = receives("");
  await world.otherPool()`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`;
  await reconnected;
  const woken = receives(wakes.webhooks);
  await webhooks();
  await woken;
  stop();
  expect(received).toEqual(expect.arrayContaining(["", wakes.webhooks]));
});

test("the listener publishes at the start and after each burst, one call at a time", async () => {
  let running = 0;
  let most = 0;
  let published = 0;
  let onPublished = () => {};
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      onPublished = () => {
        if (published >= count) resolve();
      };
      onPublished();
    });
  await listening();
  await webhooks();
  await sleep(20);
  const listener = listenOutbox(db, async () => {
    running += 1;
    most = Math.max(most, running);
    published += await publish(async () => {});
    running -= 1;
    onPublished();
  });
  await until(1);
  await Promise.all(Array.from({ length: 20 }, webhooks));
  await until(21);
  await webhooks();
  await until(22);
  await listener.stop();
  await webhooks();
  expect([most, published, await unsent()]).toEqual([1, 22, 1]);
});

test("payments that come together wake the relay together: the first at once, the others soon", async () => {
  await listening();
  let told = 0;
  const stop = subscribeOutbox(db, (name) => {
    if (name === wakes.relay) told += 1;
  });
  await relay(1);
  await expect.poll(() => told).toBe(1);
  const startedAt = performance.now();
  for (let count = 0; count < 30; count += 1) await relay(1);
  const pauses = (performance.now() - startedAt) / 20;
  await sleep(200);
  stop();
  expect(told).toBeGreaterThan(1);
  expect(told).toBeLessThanOrEqual(1 + pauses + 2);
});

test("a call that failed is made again without another notification", async () => {
  await listening();
  let calls = 0;
  await new Promise<void>((resolve) => {
    const listener = listenOutbox(db, async () => {
      calls += 1;
      if (calls === 1) throw new Error("the engine is away");
      void listener.stop().then(resolve);
    });
  });
  expect(calls).toBe(2);
});

test("overdue deliveries of enabled endpoints are woken again, under a new id", async () => {
  await world.addEndpoint({ url: "http://127.0.0.1:9/" });
  await world.emit();
  const { send, taken } = engine();
  await publish(send);
  expect(await reconcile(world.system())).toBe(0);
  await db`update webhook_dispatches set next_attempt_at = now() - interval '1 minute'`;
  expect(await reconcile(world.system())).toBe(1);
  await publish(send);
  expect([...taken.values()].map(({ name }) => name)).toEqual([wakes.webhooks, wakes.webhooks]);
  await db`update webhook_endpoints set status = 'disabled'`;
  expect(await reconcile(world.system())).toBe(0);
});

test("nonces that the relay should have looked at are woken again, for their chain", async () => {
  const bytes32 = `0x${"1".repeat(64)}`;
  const address = `0x${"2".repeat(40)}`;
  await db`insert into deployments ${db({
    id: "dep_1",
    mode: "test",
    chainId: 31337,
    usdc: address,
    genesisHash: bytes32,
    tokens: {},
  })}`;
  const batch = (nonce: bigint, nextActionAt: Date) => ({
    id: `rb_${nonce}`,
    chainId: 31337,
    wallet: address,
    nonce,
    deploymentId: "dep_1",
    kind: "pay",
    state: "in_flight",
    callTo: address,
    gasLimit: 1n,
    nextActionAt,
  });
  await db`insert into relay_batches ${db(batch(0n, new Date()))}`;
  expect(await reconcile(world.system())).toBe(0);
  await db`insert into relay_batches ${db(batch(1n, new Date(Date.now() - 120_000)))}`;
  expect(await reconcile(world.system())).toBe(1);
  expect(await db`select name, data from outbox`).toEqual([
    { name: wakes.relay, data: { chainId: 31337 } },
  ]);
});

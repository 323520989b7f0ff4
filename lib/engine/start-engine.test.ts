import { setTimeout as sleep } from "node:timers/promises";
import { eventType, NonRetriableError, RetryAfterError, staticSchema } from "inngest";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import {
  createTestClient,
  findRuns,
  finishedRuns,
  SERVE_URL,
  SIGNING_KEY,
  serveFunctions,
  silentLog,
  startTestEngine,
  until,
} from "@/testing/engine-fixture";
import { prune } from "./prune";
import { type Engine, startEngine } from "./start-engine";

let database: TestDatabase;
let engines: Engine[] = [];
const client = createTestClient(() => {
  const [engine] = engines;
  if (!engine) throw new Error("no engine");
  return engine.send;
});

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  engines = [];
});
afterAll(() => database.drop());

async function start(
  ...args: Parameters<typeof startTestEngine> extends [unknown, unknown, ...infer Rest]
    ? Rest
    : never
) {
  const engine = await startTestEngine(database.db, client, ...args);
  engines.push(engine);
  return engine;
}
const trigger = (event: string) => ({ triggers: [{ event }] });

test("a run executes its steps in order, each once, and keeps the output", async () => {
  const calls: string[] = [];
  const fn = client.createFunction(
    {
      id: "steps",
      retries: 0,
      triggers: [eventType("steps/go", { schema: staticSchema<{ name: string }>() })],
    },
    async ({ event, step }) => {
      const a = await step.run("a", () => {
        calls.push("a");
        return { text: `a\u0000${event.data.name}`, none: null };
      });
      const b = await step.run("b", () => {
        calls.push("b");
        return `${a.text}b`;
      });
      await step.run("nothing", () => {});
      return { b, id: event.id };
    },
  );
  const engine = await start([fn]);
  await engine.send({ id: "steps-1", name: "steps/go", data: { name: "x" } });
  const [run] = await finishedRuns(database.db, "app-steps");
  expect(run).toMatchObject({ output: { b: "a\u0000xb", id: "steps-1" }, error: null });
  expect(calls).toEqual(["a", "b"]);
});

test("the same event id starts a function once, whoever sends it how often", async () => {
  const fn = client.createFunction({ id: "once", retries: 0, ...trigger("once/go") }, () => "done");
  const engine = await start([fn]);
  const event = { id: "once-1", name: "once/go" };
  await Promise.all([engine.send([event, event]), engine.send(event), engine.send(event)]);
  await engine.send({ ...event, id: "once-2" });
  await finishedRuns(database.db, "app-once", 2);
  expect(await findRuns(database.db, "app-once")).toHaveLength(2);
});

test("parallel steps are planned, called one by one, and their run goes on when all are done", async () => {
  const calls: string[] = [];
  const fn = client.createFunction(
    { id: "parallel", retries: 0, ...trigger("parallel/go") },
    async ({ step }) => {
      const branch = async (name: string) => {
        const first = await step.run(name, () => {
          calls.push(name);
          return name;
        });
        return step.run(`${name}-then`, () => `${first}!`);
      };
      const both = await Promise.all([branch("left"), branch("right"), step.sleep("nap", "1s")]);
      return step.run("after", () => both.slice(0, 2).join(" "));
    },
  );
  const handler = serveFunctions(client, [fn]);
  const planning: boolean[] = [];
  const call = async (request: Request) => {
    if (request.method === "POST") {
      planning.push((await request.clone().json()).ctx.disable_immediate_execution);
    }
    return handler(request);
  };
  const engine = await start([fn], { call });
  await engine.send({ name: "parallel/go" });
  await until(async () => (await database.db`select from engine.wait`).length === 1);
  await engine.advance(1_000);
  const [run] = await finishedRuns(database.db, "app-parallel");
  expect(run).toMatchObject({ output: "left! right!", error: null });
  expect(calls.sort()).toEqual(["left", "right"]);
  expect(planning).toEqual([false, ...Array(planning.length - 1).fill(true)]);
});

test("a step that fails is tried again on the schedule, then its error reaches the function", async () => {
  const attempts: number[] = [];
  const fn = client.createFunction(
    { id: "retry", retries: 2, ...trigger("retry/go") },
    async ({ step, attempt }) => {
      try {
        return await step.run("flaky", () => {
          attempts.push(attempt);
          throw new Error(`no ${attempt}`);
        });
      } catch (error) {
        return error instanceof Error ? error.message : "?";
      }
    },
  );
  const engine = await start([fn]);
  await engine.send({ name: "retry/go" });
  for (const failed of [1, 2]) {
    await until(async () => {
      const [job] = await database.db`
        select attempt, extract(epoch from run_at - now())::float8 as seconds from engine.job
        where function_id = 'app-retry' and lease_owner is null`;
      return job?.attempt === failed && job.seconds > 10;
    });
    await engine.advance(60_000);
  }
  const [run] = await finishedRuns(database.db, "app-retry");
  expect(attempts).toEqual([0, 1, 2]);
  expect(run).toMatchObject({ output: "no 2", error: null });
});

test("retry-after postpones the next attempt to the given time", async () => {
  let attempts = 0;
  const fn = client.createFunction(
    { id: "retry-after", retries: 3, ...trigger("retry-after/go") },
    ({ attempt }) => {
      attempts += 1;
      if (attempt === 0) throw new RetryAfterError("later", "2h");
      if (attempt === 1) throw new RetryAfterError("at", new Date(Date.now() + 86_400_000));
      return "done";
    },
  );
  const engine = await start([fn]);
  await engine.send({ name: "retry-after/go" });
  for (const [failed, seconds] of [
    [1, 7_200],
    [2, 86_400],
  ] as const) {
    await until(() => attempts === failed);
    await until(async () => {
      const [job] = await database.db`
        select extract(epoch from run_at - now())::float8 as seconds from engine.job
        where function_id = 'app-retry-after' and lease_owner is null and attempt = ${failed}`;
      return Math.abs(job?.seconds - seconds) < 30;
    });
    await engine.advance((seconds + 1) * 1_000);
  }
  expect((await finishedRuns(database.db, "app-retry-after"))[0]).toMatchObject({ output: "done" });
});

test("an error that must not be retried fails the run at once", async () => {
  let attempts = 0;
  const fn = client.createFunction(
    { id: "failing", retries: 5, ...trigger("failing/go") },
    async ({ step }) => {
      await step.run("no", () => {
        attempts += 1;
        throw new NonRetriableError("never");
      });
    },
  );
  const engine = await start([fn]);
  await engine.send({ name: "failing/go" });
  const [run] = await finishedRuns(database.db, "app-failing");
  expect(run?.error).toMatchObject({ message: "never" });
  expect(attempts).toBe(1);
});

test("invoke returns the other run's output, throws its error, and gives up at its timeout", async () => {
  const child = client.createFunction(
    {
      id: "child",
      retries: 0,
      triggers: [
        eventType("child/go", {
          schema: staticSchema<{ sleep?: boolean; fail?: boolean; n?: number }>(),
        }),
      ],
    },
    async ({ event, step }) => {
      if (event.data.sleep) await step.sleep("long", "10d");
      if (event.data.fail) throw new Error("child failed");
      return step.run("double", () => (event.data.n ?? 0) * 2);
    },
  );
  const parent = client.createFunction(
    { id: "parent", retries: 0, ...trigger("parent/go") },
    async ({ step }) => {
      const invoke = (id: string, data: Record<string, unknown>) =>
        step
          .invoke(id, { function: child, data, timeout: "1h" })
          .catch((error: Error) => error.message);
      return [
        await invoke("ok", { n: 21 }),
        await invoke("bad", { fail: true }),
        await invoke("slow", { sleep: true }),
      ];
    },
  );
  const engine = await start([child, parent]);
  await engine.send({ name: "parent/go" });
  await until(
    async () => (await database.db`select from engine.wait where kind = 'sleep'`).length === 1,
  );
  await engine.advance(3_600_000);
  const [run] = await finishedRuns(database.db, "app-parent");
  expect(run?.output).toEqual([
    42,
    "child failed",
    "The invoked function took longer than its timeout",
  ]);
});

test("steps can send events, and a singleton is left out while one of its key is in progress", async () => {
  let isOpen = false;
  const only = client.createFunction(
    {
      id: "only",
      retries: 0,
      singleton: { mode: "skip", key: "event.data.wallet" },
      ...trigger("only/go"),
    },
    async ({ step }) => {
      await step.run("hold", () => until(() => isOpen));
    },
  );
  const sender = client.createFunction(
    { id: "sender", retries: 0, ...trigger("sender/go") },
    ({ step }) =>
      step.sendEvent(
        "send",
        ["w1", "w1", "w2"].map((wallet, i) => ({
          id: `only-${i}`,
          name: "only/go",
          data: { wallet },
        })),
      ),
  );
  const engine = await start([only, sender]);
  await engine.send({ name: "sender/go" });
  await finishedRuns(database.db, "app-sender");
  expect(await findRuns(database.db, "app-only")).toHaveLength(2);
  isOpen = true;
  await finishedRuns(database.db, "app-only", 2);
  await engine.send({ name: "only/go", data: { wallet: "w1" } });
  await finishedRuns(database.db, "app-only", 3);
});

test("two engines keep a concurrency limit exactly, per key, and run nothing twice", async () => {
  const running = new Map<string, number>();
  let most = 0;
  const executed: string[] = [];
  const fn = client.createFunction(
    {
      id: "limited",
      retries: 0,
      concurrency: { limit: 2, key: "event.data.key" },
      triggers: [eventType("limited/go", { schema: staticSchema<{ key: string; n: string }>() })],
    },
    async ({ event, step }) => {
      await step.run("work", async () => {
        const now = (running.get(event.data.key) ?? 0) + 1;
        running.set(event.data.key, now);
        most = Math.max(most, now);
        executed.push(event.data.n);
        await sleep(5);
        running.set(event.data.key, now - 1 < 0 ? 0 : (running.get(event.data.key) ?? 1) - 1);
      });
    },
  );
  const [engine] = await Promise.all([start([fn]), start([fn])]);
  const events = Array.from({ length: 40 }, (_, n) => ({
    name: "limited/go",
    data: { key: `k${n % 2}`, n: `${n}` },
  }));
  await engine.send(events);
  await finishedRuns(database.db, "app-limited", 40);
  expect(most).toBe(2);
  expect(new Set(executed).size).toBe(40);
  expect(executed).toHaveLength(40);
});

test("a schedule fires once among two engines, also while other work keeps them busy", async () => {
  let isOver = false;
  const cron = client.createFunction(
    { id: "cron", retries: 0, triggers: [{ cron: "*/5 * * * *" }, { event: "cron/go" }] },
    ({ event }) => event.name,
  );
  const busy = client.createFunction(
    { id: "busy", retries: 0, ...trigger("busy/go") },
    async ({ event, step }) => {
      await step.run("spin", () => sleep(1));
      if (!isOver) {
        await step.sendEvent("again", { id: `${event.id}+`, name: "busy/go" });
      }
    },
  );
  const [engine] = await Promise.all([
    start([cron, busy], { capacity: 2 }),
    start([cron, busy], { capacity: 2 }),
  ]);
  await engine.send(Array.from({ length: 8 }, (_, n) => ({ id: `busy-${n}`, name: "busy/go" })));
  for (const fired of [1, 2, 3]) {
    await engine.advance(300_000);
    await finishedRuns(database.db, "app-cron", fired);
  }
  isOver = true;
  const runs = await findRuns(database.db, "app-cron");
  expect(runs.map((run) => run.output)).toEqual(Array(3).fill("inngest/scheduled.timer"));
});

test("a long step does not hold up other calls", async () => {
  let isOpen = false;
  const long = client.createFunction(
    { id: "long", retries: 0, ...trigger("long/go") },
    async ({ step }) => step.run("hold", () => until(() => isOpen)),
  );
  const short = client.createFunction({ id: "short", retries: 0, ...trigger("short/go") }, () => 1);
  const engine = await start([long, short]);
  await engine.send({ name: "long/go" });
  await engine.send({ name: "short/go" });
  await finishedRuns(database.db, "app-short");
  expect((await findRuns(database.db, "app-long"))[0]?.finishedAt).toBeNull();
  isOpen = true;
  await finishedRuns(database.db, "app-long");
});

test("a step that takes many times its lease is executed once, with other engines waiting", async () => {
  let executions = 0;
  const slow = client.createFunction(
    { id: "slow", retries: 0, ...trigger("slow/go") },
    async ({ step }) => {
      await step.run("hold", async () => {
        executions += 1;
        // Each event makes both engines look for due jobs.
        for (let n = 0; n < 12; n += 1) {
          await engines[0]?.send({ name: "slow/noise" });
          await sleep(250);
        }
      });
    },
  );
  const [engine] = await Promise.all([
    start([slow], { leaseMs: 600 }),
    start([slow], { leaseMs: 600 }),
  ]);
  await engine.send({ name: "slow/go" });
  await finishedRuns(database.db, "app-slow");
  expect(executions).toBe(1);
});

test("functions that change while the engine runs are registered again", async () => {
  const before = client.createFunction(
    { id: "resync", retries: 0, triggers: [{ cron: "0 0 1 1 *" }] },
    () => 1,
  );
  const after = client.createFunction(
    { id: "resync", retries: 0, ...trigger("resync/go") },
    () => 2,
  );
  let handler = serveFunctions(client, [before]);
  await start([], { call: (request) => handler(request), resyncMs: 20 });
  const crons = () => database.db`select from engine.cron where function_id = 'app-resync'`;
  expect(await crons()).toHaveLength(1);
  // An hour late: nothing fires it any more.
  const late = () => database.db`
    update engine.cron set next_at = now() - interval '61 minutes'
    where function_id = 'app-resync' and next_at > now()`;
  handler = serveFunctions(client, [after]);
  await until(async () => {
    await late();
    return (await crons()).length === 0;
  });
  await engines[0]?.send({ name: "resync/go" });
  await until(async () =>
    (await findRuns(database.db, "app-resync")).some(({ output }) => output === 2),
  );
});

test("a function that asks for too much stops the start", async () => {
  const fn = client.createFunction(
    { id: "greedy", retries: 0, debounce: { period: "1m" }, ...trigger("greedy/go") },
    () => 1,
  );
  await expect(startTestEngine(database.db, client, [fn])).rejects.toThrow(/debounce/);
});

test("an app that starts later than its engine is registered then, and events wait for it", async () => {
  const fn = client.createFunction({ id: "late", retries: 0, ...trigger("late/go") }, () => 1);
  const handler = serveFunctions(client, [fn]);
  let calls = 0;
  const engine = startEngine({
    db: database.db,
    serveUrl: SERVE_URL,
    signingKey: SIGNING_KEY,
    log: silentLog,
    call: async (request) => {
      calls += 1;
      return calls < 3 ? new Response(null, { status: 503 }) : handler(request);
    },
  });
  engines.push(engine);
  await engine.send({ name: "late/go" });
  expect(await finishedRuns(database.db, "app-late")).toHaveLength(1);
});

test("an app that cannot be reached uses up no attempt", async () => {
  let isDown = false;
  const fn = client.createFunction(
    { id: "reach", retries: 0, ...trigger("reach/go") },
    ({ attempt }) => attempt,
  );
  const handler = serveFunctions(client, [fn]);
  let refused = 0;
  const call = async (request: Request) => {
    if (!isDown) return handler(request);
    refused += 1;
    return new Response("bad gateway", { status: 502 });
  };
  const engine = await start([fn], { call });
  isDown = true;
  await engine.send({ name: "reach/go" });
  await until(() => refused >= 2);
  isDown = false;
  expect((await finishedRuns(database.db, "app-reach"))[0]).toMatchObject({ output: 0 });
});

test("stopping lets a call finish; one that takes too long is given back and its answer refused", async () => {
  let release = () => {};
  const starts: string[] = [];
  const fn = client.createFunction(
    {
      id: "stopping",
      retries: 0,
      triggers: [eventType("stopping/go", { schema: staticSchema<{ n: string }>() })],
    },
    async ({ event, step }) =>
      step.run("hold", async () => {
        starts.push(event.data.n);
        if (starts.length === 1) await new Promise<void>((resolve) => (release = resolve));
        return starts.length;
      }),
  );
  const engine = await startTestEngine(database.db, client, [fn], { graceMs: 50 });
  await engine.send({ name: "stopping/go", data: { n: "1" } });
  await until(() => starts.length === 1);
  await engine.stop();
  await start([fn]);
  const [run] = await finishedRuns(database.db, "app-stopping");
  release();
  expect(run).toMatchObject({ output: 2 });
  expect(starts).toEqual(["1", "1"]);
});

test("an operation that the engine does not offer fails the run and says so", async () => {
  const fn = client.createFunction(
    { id: "signal", retries: 3, ...trigger("signal/go") },
    async ({ step }) => {
      await step.waitForSignal("wait", { signal: "s", timeout: "1h", onConflict: "fail" });
    },
  );
  const engine = await start([fn]);
  await engine.send({ name: "signal/go" });
  const [run] = await finishedRuns(database.db, "app-signal");
  expect(run?.error?.message).toContain('"WaitForSignal" is not supported');
});

test("runs are kept for a week after their end, and their events with them", async () => {
  const fn = client.createFunction({ id: "old", retries: 0, ...trigger("old/go") }, () => 1);
  const sleeper = client.createFunction(
    { id: "sleeper", retries: 0, ...trigger("old/sleep") },
    ({ step }) => step.sleep("long", "30d"),
  );
  const engine = await start([fn, sleeper]);
  await engine.send([
    { id: "old-1", name: "old/go" },
    { id: "old-2", name: "old/sleep" },
  ]);
  await finishedRuns(database.db, "app-old");
  await until(
    async () =>
      (
        await database.db`select from engine.wait where kind = 'sleep' and run_id in (select id from engine.run where function_id = 'app-sleeper')`
      ).length === 1,
  );
  await engine.advance(6.9 * 86_400_000);
  await prune(database.db);
  expect(await findRuns(database.db, "app-old")).toHaveLength(1);
  await engine.advance(0.2 * 86_400_000);
  await prune(database.db);
  expect(await findRuns(database.db, "app-old")).toHaveLength(0);
  expect(await findRuns(database.db, "app-sleeper")).toHaveLength(1);
  const left = await database.db`select id from engine.event where id in ('old-1', 'old-2')`;
  expect(left.map((event) => event.id)).toEqual(["old-2"]);
});

test("runs of a function that is short-lived are kept for an hour, and their events with them", async () => {
  const often = client.createFunction({ id: "often", retries: 0, ...trigger("short/go") }, () => 1);
  const rare = client.createFunction({ id: "rare", retries: 0, ...trigger("short/both") }, () => 1);
  const both = client.createFunction({ id: "both", retries: 0, ...trigger("short/both") }, () => 1);
  const engine = await start([often, rare, both]);
  await engine.send([
    { id: "short-1", name: "short/go" },
    { id: "short-2", name: "short/both" },
  ]);
  const ids = ["app-often", "app-rare", "app-both"];
  for (const id of ids) await finishedRuns(database.db, id);
  const left = async () => {
    await prune(database.db, ["app-often", "app-both"]);
    const runs = await Promise.all(ids.map((id) => findRuns(database.db, id)));
    const events =
      await database.db`select id from engine.event where id like 'short-%' order by id`;
    return [runs.map((found) => found.length), events.map((event) => event.id)];
  };
  await engine.advance(0.9 * 3_600_000);
  expect(await left()).toEqual([
    [1, 1, 1],
    ["short-1", "short-2"],
  ]);
  await engine.advance(0.2 * 3_600_000);
  expect(await left()).toEqual([[0, 1, 0], ["short-2"]]);
});

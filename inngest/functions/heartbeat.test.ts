import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { transaction } from "@/db/client";
import { openProbeDb, type ProbeDb } from "@/db/probe-db";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { connectJobs, jobWiring } from "@/lib/adapters/jobs/job-wiring";
import { wakes } from "@/lib/core/operations/wakes";
import { checkJobs } from "@/lib/domain/operations/checks/check-service";
import { keepHeartbeat } from "@/lib/domain/operations/heartbeat/keep-heartbeat";
import { openSources } from "@/lib/domain/operations/open-sources";
import { listenOutbox } from "@/lib/domain/platform/outbox/listen-outbox";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { Engine } from "@/lib/engine/start-engine";
import { SIGNING_KEY, silentLog, startTestEngine, until } from "@/testing/engine-fixture";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { heartbeat } from "./heartbeat";

const EVERY_MS = 100;
const LONG_AGO = -1_000_000;

let world: WebhookWorld;
let probeDb: ProbeDb;
let done: number[] = [];
const stops: (() => Promise<unknown>)[] = [];

const noteRelay = inngest.createFunction(
  { id: "note-relay", retries: 1, triggers: [{ event: wakes.relay }] },
  ({ event }) => void done.push(event.data.chainId),
);

beforeAll(async () => {
  world = await createWebhookWorld();
  probeDb = openProbeDb(world.url);
  const { config, log, modules, chains } = world.system();
  globalThis.stipendRuntime = {
    config,
    log,
    modules,
    db: world.db,
    jobDb: world.db,
    stopping: new AbortController(),
    // Chains that do not answer are no reason to hold the engine to be dead.
    chains: () => Promise.reject(new Error(`no chain of ${chains.all.length} answers`)),
  };
});
beforeEach(async () => {
  vi.stubEnv("INNGEST_SIGNING_KEY", SIGNING_KEY);
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
  done = [];
  await world.db`truncate outbox, job_runs, engine.run, engine.event, engine.job, engine.step, engine.wait`;
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  connectJobs({ send: undefined, refusal: undefined });
});
afterAll(async () => {
  globalThis.stipendRuntime = undefined;
  await probeDb?.end();
  await world?.stop();
});

/** What a long-lived process does beside the engine. */
function startProcess(): void {
  const { db, config } = world;
  const heart = keepHeartbeat({ db, log: silentLog, config, everyMs: EVERY_MS });
  const outbox = listenOutbox(db, () => publishOutbox({ db, log: silentLog }));
  stops.push(() => Promise.all([heart.stop(), outbox.stop()]));
}

async function startEngine(): Promise<Engine> {
  const engine = await startTestEngine(world.db, inngest, [heartbeat, noteRelay]);
  stops.push(() => engine.stop());
  return engine;
}

/** As `/ready` sees it in a process that has sent heartbeats for long. */
function look(baseUrl?: string) {
  const sources = openSources({
    config: { ...world.config, INNGEST_BASE_URL: baseUrl },
    pools: { request: world.db, job: world.db },
    probeDb,
    chains: async () => ({ all: [], deployments: [] }),
    engine: { refusal: jobWiring.refusal, beatingSince: LONG_AGO },
    startedAt: performance.now(),
  });
  return checkJobs(sources);
}

const relay = (chainId: number) =>
  transaction(world.db, (tx) => wake(tx, wakes.relay, { chainId }));
const unsent = async () => (await world.db`select from outbox where sent_at is null`).length;
const kept = async () => (await world.db`select from outbox`).length;
const isOk = async () => (await look()).status === "ok";
const silentFor = (seconds: number) => world.db`
  update job_runs set finished_at = now() - ${seconds} * interval '1 second'`;

test("an embedded engine that stands still shows in /ready, and runs what waits when it goes on", async () => {
  const engine = await startEngine();
  connectJobs({ send: (events) => engine.send(events) });
  startProcess();
  await until(isOk);
  await engine.stop();
  for (const chainId of [1, 2, 2]) await relay(chainId);
  await until(async () => (await unsent()) === 0);
  await silentFor(14);
  expect(await look()).toMatchObject({ status: "ok" });
  await silentFor(16);
  expect(await look()).toMatchObject({
    status: "fail",
    detail: expect.stringMatching(/^the job engine takes events and has run none for \d+ s: /),
    blocks: [
      { mode: "test", reason: "the job engine runs nothing" },
      { mode: "live", reason: "the job engine runs nothing" },
    ],
  });
  await startEngine();
  await until(isOk);
  await until(() => new Set(done).size === 2);
  await until(async () => (await kept()) === 0);
}, 60_000);

/** An Inngest server that takes events and runs nothing until it is told to. */
async function startInngest() {
  let engine: Engine | undefined;
  let taken = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const events = JSON.parse(await text(request));
    taken += events.length;
    const ids = engine ? (await engine.send(events)).ids : events.map(() => "id");
    response.end(JSON.stringify({ ids, status: 200 }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  stops.push(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    taken: () => taken,
    sync: async () => {
      engine = await startEngine();
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

test("an Inngest server that was never synced shows in /ready, and what it dropped is run when it is", async () => {
  const { url, taken, sync } = await startInngest();
  vi.stubEnv("INNGEST_BASE_URL", url);
  startProcess();
  for (const chainId of [1, 2]) await relay(chainId);
  await until(async () => taken() > 5 && (await unsent()) === 0);
  expect(await look(url)).toMatchObject({
    status: "fail",
    detail:
      "the job engine takes events and has never run one: " +
      "sync the app's /api/inngest in it, with the same INNGEST_SIGNING_KEY",
  });
  expect(done).toEqual([]);
  await sync();
  await until(() => new Set(done).size === 2);
  await until(isOk);
  await until(async () => (await kept()) === 0);
}, 60_000);

test("an Inngest server that is dead shows in /ready as one that takes no events, and gets them later", async () => {
  const { url, server, port, sync } = await startInngest();
  vi.stubEnv("INNGEST_BASE_URL", url);
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  startProcess();
  for (const chainId of [1, 2]) await relay(chainId);
  await until(() => jobWiring.refusal === "no connection: ECONNREFUSED");
  expect(await look(url)).toMatchObject({
    status: "fail",
    detail:
      "the job engine takes no events (no connection: ECONNREFUSED): " +
      "start it, and compare INNGEST_BASE_URL and INNGEST_EVENT_KEY with its own",
  });
  await sync();
  await listen(server, port);
  await until(() => new Set(done).size === 2);
  await until(isOk);
}, 60_000);

import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { listenOutbox } from "@/lib/domain/platform/outbox/listen-outbox";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import type { Engine } from "@/lib/engine/start-engine";
import { finishedRuns, SIGNING_KEY, startTestEngine } from "@/testing/engine-fixture";
import { type Receiver, startReceiver } from "@/testing/webhook-receiver";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { drainWebhooks, publishOutbox as publishOutboxJob } from "./events";
import { reconcile, resealSecrets } from "./upkeep";

let world: WebhookWorld;
let engine: Engine;
let receiver: Receiver;
let outbox: { stop(): Promise<void> } | undefined;

function stubKeys(): void {
  vi.stubEnv("INNGEST_SIGNING_KEY", SIGNING_KEY);
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
}

beforeEach(stubKeys);
beforeAll(async () => {
  stubKeys();
  world = await createWebhookWorld();
  const { config, log, modules, chains } = world.system();
  globalThis.stipendRuntime = {
    config,
    log,
    modules,
    db: world.db,
    jobDb: world.db,
    stopping: new AbortController(),
    chains: async () => chains,
  };
  engine = await startTestEngine(world.db, inngest, [
    drainWebhooks,
    publishOutboxJob,
    reconcile,
    resealSecrets,
  ]);
  connectJobs({ log, send: (events) => engine.send(events) });
  receiver = await startReceiver();
  await world.addEndpoint({ url: receiver.url });
});
afterAll(async () => {
  await outbox?.stop();
  await engine?.stop();
  connectJobs({ send: undefined });
  globalThis.stipendRuntime = undefined;
  await receiver?.close();
  await world?.stop();
});

test("an event is sent because it was recorded: outbox, engine and job are wired together", async () => {
  outbox = listenOutbox(world.db, () => publishOutbox(world.system()));
  const eventId = await world.emit();
  const [request] = await receiver.receives(1);
  expect(request?.headers["webhook-id"]).toBe(eventId);
  await outbox.stop();
  expect(world.complaints).toEqual([]);
});

test("an event whose wake-up was lost is sent by the clock", async () => {
  await finishedRuns(world.db, "stipend-drain-webhooks");
  const eventId = await world.emit();
  await world.db`truncate outbox`;
  await engine.advance(60_000);
  const requests = await receiver.receives(2);
  expect(requests[1]?.headers["webhook-id"]).toBe(eventId);
});

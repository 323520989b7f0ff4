import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { heartbeatEvent, jobPeriodSeconds } from "@/lib/core/operations/job-periods";
import { nextCronTime } from "@/lib/engine/next-cron-time";
import type { Engine } from "@/lib/engine/start-engine";
import { SIGNING_KEY, startTestEngine, until } from "@/testing/engine-fixture";
import { createWorld, type World } from "@/testing/world";
import { jobFunctions } from "./job-functions";

let world: World;
let engine: Engine;

function stubKeys(): void {
  vi.stubEnv("INNGEST_SIGNING_KEY", SIGNING_KEY);
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
}

beforeEach(stubKeys);
beforeAll(async () => {
  stubKeys();
  world = await createWorld();
  const { config, log, modules, chains } = world.systemContext();
  const stopping = new AbortController();
  globalThis.stipendRuntime = {
    config,
    log,
    modules,
    db: world.db,
    jobDb: world.db,
    stopping,
    chains: async () => chains,
  };
  engine = await startTestEngine(world.db, inngest, jobFunctions);
  connectJobs({ log, send: (events) => engine.send(events) });
});
afterAll(async () => {
  globalThis.stipendRuntime?.stopping.abort();
  await engine?.stop();
  connectJobs({ send: undefined });
  globalThis.stipendRuntime = undefined;
  await world?.stop();
});

test("every job that the clock, another one or the heartbeat starts notes that it ran", async () => {
  const runs = async () =>
    (await world.db<{ job: string }[]>`select job from job_runs order by job`).map(
      ({ job }) => job,
    );
  await engine.send({ name: heartbeatEvent, data: { sentAt: Date.now() } });
  // Wake-ups that the clock's jobs write are sent by the next minute's.
  await until(async () => {
    await engine.advance(3_600_000);
    return (await runs()).length >= jobFunctions.length;
  }, 60_000);
  expect(await runs()).toEqual(jobFunctions.map((job) => job.id()).sort());
}, 90_000);

test("a job's period is that of its schedule", () => {
  const folder = new URL("./functions/", import.meta.url);
  const files = readdirSync(folder).filter((file) => !file.endsWith(".test.ts"));
  const source = files.map((file) => readFileSync(new URL(file, folder), "utf8")).join("\n");
  // From one id to the next.
  const declared = [...source.matchAll(/\bid: "([^"]+)"((?:(?!\bid: ").)*)/gs)].map(
    ([, name = "", rest = ""]) => [name, /cron: "([^"]+)"/.exec(rest)?.[1]] as const,
  );
  expect(declared.map(([name]) => name).sort()).toEqual(jobFunctions.map((job) => job.id()).sort());
  // Without a schedule of its own it is woken by one that has.
  const scheduled = declared.flatMap(([name, cron]) => (cron ? [{ name, cron }] : []));
  expect(scheduled.length).toBeGreaterThan(10);
  for (const { name, cron } of scheduled) {
    const first = nextCronTime(cron, new Date(0));
    const second = nextCronTime(cron, first);
    const seconds = (second.getTime() - first.getTime()) / 1_000;
    expect([name, jobPeriodSeconds[name as keyof typeof jobPeriodSeconds]]).toEqual([
      name,
      seconds,
    ]);
  }
  expect(Object.keys(jobPeriodSeconds).sort()).toEqual(jobFunctions.map((job) => job.id()).sort());
});

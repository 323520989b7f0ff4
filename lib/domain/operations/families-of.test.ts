import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProbeDb } from "@/db/probe-db";
import { type ProbedWorld, probe } from "@/testing/probed";
import { type StallingProxy, startStallingProxy } from "@/testing/stalling-proxy";
import { createWorld, type World } from "@/testing/world";
import { familiesOf } from "./families-of";
import { readinessOf } from "./readiness";

let world: World;
let probed: ProbedWorld;
let proxy: StallingProxy;

beforeAll(async () => {
  world = await createWorld();
  probed = probe(world);
  proxy = await startStallingProxy(world.database.url);
});
afterAll(async () => {
  await probed?.end();
  await proxy?.close();
  await world?.stop();
});

test("a scrape ends while the database hangs, with what could be read", async () => {
  const sources = probed.sources({ probeDb: openProbeDb(proxy.url) });
  const families = familiesOf(sources, readinessOf(sources));
  proxy.stall();
  const found = await Promise.race([families(), sleep(15_000, [])]);
  proxy.resume();
  const sampleOf = (name: string, label?: string) =>
    found
      .find((family) => family.name === name)
      ?.samples.find(({ labels }) => label === undefined || Object.values(labels).includes(label))
      ?.value;
  expect(sampleOf("stipend_ready_check", "database")).toBe(2);
  expect(sampleOf("stipend_mode_settles", "test")).toBe(0);
  expect(sampleOf("stipend_relay_wallet_payments", "1")).toBeGreaterThan(0);
  expect(sampleOf("process_resident_memory_bytes")).toBeGreaterThan(0);
  expect(sampleOf("stipend_outbox_unsent")).toBeUndefined();
});

test("a scrape ends while something never answers at all", async () => {
  const sources = probed.sources({ chains: () => new Promise(() => {}) });
  const families = familiesOf(sources, readinessOf(sources));
  const found = await Promise.race([families(), sleep(15_000, [])]);
  const samplesOf = (wanted: string) => found.find(({ name }) => name === wanted)?.samples;
  expect(samplesOf("stipend_outbox_unsent")).toHaveLength(1);
  expect(samplesOf("stipend_relay_submissions")).toEqual([]);
});

test("whether a mode settles is told of those that the installation has", async () => {
  const deployments = world.chains.deployments.filter(({ mode }) => mode === "test");
  const chains = async () => ({ ...world.chains, deployments });
  const readiness = await probed.look({ chains });
  const found = await familiesOf(probed.sources({ chains }), async () => readiness)();
  const settles = found.find(({ name }) => name === "stipend_mode_settles");
  expect(settles?.samples.map(({ labels }) => labels)).toEqual([{ mode: "test" }]);
});

test("scrapers that come together share what is read", async () => {
  const sources = probed.sources();
  const families = familiesOf(sources, readinessOf(sources));
  const both = await Promise.all([families(), families()]);
  const [one, other] = both.map((found) =>
    found.find(({ name }) => name === "stipend_outbox_unsent"),
  );
  expect(one?.samples).toHaveLength(1);
  expect(one).toBe(other);
});

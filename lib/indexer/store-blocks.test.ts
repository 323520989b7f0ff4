import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { addressOf } from "@/lib/adapters/chain/chains";
import { createWorld, type World } from "@/testing/world";
import { domainKeyOf } from "./decode";
import { rulesOf } from "./event-rules";
import type { IndexedEvent } from "./store-blocks";
import { storeEvents } from "./store-blocks";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

function eventAt(blockNumber: bigint, about: string): IndexedEvent {
  const deployment = world.deployment();
  const [rule] = rulesOf({ kind: "processor", version: 1 });
  if (!rule) throw new Error("a processor has events");
  const domainKey = domainKeyOf(addressOf(deployment, "processor"), rule.name, about);
  const place = { blockNumber, logIndex: 3 };
  return { rule, event: {}, deploymentId: deployment.id, kind: "processor", domainKey, ...place };
}

/** @returns the blocks of what was new, and what was reported */
async function store(...events: readonly IndexedEvent[]) {
  const reported: unknown[] = [];
  const { log } = world.systemContext();
  const ctx = { log: { ...log, error: (fields: object) => reported.push(fields) } };
  const chainId = world.deployment().chain.id;
  const fresh = await transaction(world.db, (tx) => storeEvents(ctx, tx, chainId, events));
  return { fresh: fresh.map(({ blockNumber }) => blockNumber), reported };
}

test("an event that stands in the chain twice counts once, and is reported", async () => {
  const [first, second] = [eventAt(101n, "a payment"), eventAt(102n, "a payment")];
  const report = [{ chainId: 31337, event: "PaymentSettled", kind: "processor", at: "102:3" }];
  expect(await store(first)).toEqual({ fresh: [101n], reported: [] });
  expect(await store(second)).toMatchObject({ fresh: [], reported: report });
  const both = [eventAt(103n, "another"), eventAt(104n, "another")];
  expect(await store(...both)).toMatchObject({ fresh: [103n], reported: [{ at: "104:3" }] });
});

test("a block that is read again is no report", async () => {
  const event = eventAt(110n, "a third");
  await store(event);
  expect(await store(event)).toEqual({ fresh: [], reported: [] });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { listAgentActivity } from "./list-agent-activity";
import { type NewActivity, recordActivities, recordActivity } from "./record-activity";

let world: WebhookWorld;
let ada: string;
let bob: string;
beforeAll(async () => {
  world = await createWebhookWorld();
  ada = await world.addMerchant();
  bob = await world.addMerchant();
});
afterAll(() => world?.stop());

const as = (mode: Mode = "test", merchantId = ada): Context<MerchantActor> => ({
  ...world.system(),
  actor: { kind: "session", merchantId, mode, userId: "usr_1", sessionId: "ses_1" },
});

const activity = (given: Partial<NewActivity> = {}): NewActivity => ({
  merchantId: ada,
  mode: "test",
  capability: "recovery",
  action: "retry_charge",
  summary: "Tried it",
  reason: "Try 1",
  setting: "recovery.strategy",
  outcome: "failed",
  ...given,
});
const record = (...given: NewActivity[]) =>
  transaction(world.db, (tx) => recordActivities(tx, given));

test("each row has its event with the same object, and neither is there without the other", async () => {
  const txHash = `0x${"cd".repeat(32)}` as const;
  const resource = { type: "subscription", id: "sub_1" };
  await record(
    activity({ txHash, resource }),
    activity({ capability: "cashflow", action: "send_digest" }),
  );
  await expect(
    transaction(world.db, async (tx) => {
      await recordActivity(tx, activity({ summary: "never" }));
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  const { data } = await listAgentActivity(as(), {});
  expect(data).toHaveLength(2);
  expect(data.find(({ capability }) => capability === "recovery")).toMatchObject({
    object: "agent_activity",
    txHash,
    resource,
    outcome: "failed",
  });
  const events = await world.db<{ object: Record<string, unknown> }[]>`
    select object from events where merchant_id = ${ada} and type = 'agent.action_executed'`;
  const shown = data.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  expect(events.map(({ object }) => object)).toEqual(expect.arrayContaining(shown));
  expect(events).toHaveLength(2);
});

test("the list is the merchant's and the mode's alone, and filtered", async () => {
  await record(activity({ merchantId: bob }), activity({ mode: "live", summary: "Live" }));
  expect((await listAgentActivity(as("live"), {})).data.map(({ summary }) => summary)).toEqual([
    "Live",
  ]);
  const ofBob = await listAgentActivity(as("test", bob), {});
  expect(ofBob.data).toHaveLength(1);
  const { data } = await listAgentActivity(as(), { capability: "cashflow" });
  expect(data.map(({ action }) => action)).toEqual(["send_digest"]);
  expect(
    (await listAgentActivity(as(), { createdAfter: new Date(Date.now() + 60_000) })).data,
  ).toEqual([]);
});

test("what is told once is told once, also by ten at once, with one event", async () => {
  const once = () => record(activity({ once: "day:1", summary: "Once" }));
  const written = await Promise.all(Array.from({ length: 10 }, once));
  expect(written.flat()).toHaveLength(1);
  const events = await world.db`
    select from events where merchant_id = ${ada} and object ->> 'summary' = 'Once'`;
  expect(events).toHaveLength(1);
  await record(activity({ once: "day:1", mode: "live" }), activity({ once: "day:2" }));
  expect(await world.db`select from agent_activity where once_key like 'day:%'`).toHaveLength(3);
});

test("rows are never changed", async () => {
  await expect(world.db`update agent_activity set summary = 'another'`).rejects.toThrow(
    /agent_activity is append-only/,
  );
  await expect(world.db`truncate agent_activity`).rejects.toThrow(/append-only/);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import { addAdminContext } from "@/testing/admins";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { replayEndpointEvents } from "./replay-endpoint-events";

let world: WebhookWorld;
let ada: Context<AdminActor>;
let merchantId: string;
let id: string;

beforeAll(async () => {
  world = await createWebhookWorld();
});
beforeEach(async () => {
  ada = await addAdminContext({ db: world.db, system: world.system() });
  merchantId = await world.addMerchant();
  ({ id } = await world.addEndpoint({ merchantId, url: "https://shop.example/hooks" }));
  for (let count = 0; count < 4; count += 1) await world.emit({ merchantId });
  await numberEvents({ db: world.db });
});
afterAll(() => world.stop());

const replays = () => world.db<{ total: number; createdByKey: string | null; mode: string }[]>`
  select total, created_by_key, mode from webhook_replays where endpoint_id = ${id}`;
const audit = async () => {
  const rows = await world.db<{ action: string; reason: string | null }[]>`
    select action, reason from audit_log where actor_name = ${ada.actor.adminId}`;
  return rows.map((row) => `${row.action}: ${row.reason}`);
};
const reasonOf = (reason: string) => ({ info: { details: { reason } } });

test("a range is counted, then sent once more, with an entry in the audit log", async () => {
  const range = { id, fromPosition: 2, reason: "Their server lost them" };
  const dry = await replayEndpointEvents(ada, { ...range, dryRun: true });
  expect(dry).toMatchObject({
    ...{ applied: false, replayId: null, total: 3, fromPosition: 2, toPosition: 4, merchantId },
    consequence:
      "3 events would be sent to https://shop.example/hooks once more, the oldest first.",
  });
  expect([await replays(), await audit()]).toEqual([[], []]);
  const done = await replayEndpointEvents(ada, { ...range, dryRun: false });
  expect(done).toMatchObject({ applied: true, replayId: expect.stringMatching(/^whr_/) });
  expect(await replays()).toEqual([{ total: 3, createdByKey: null, mode: "test" }]);
  expect(await audit()).toEqual(["webhook_replay.create: Their server lost them"]);
  const [entry] = await world.db`
    select merchant_id, mode from audit_log where actor_name = ${ada.actor.adminId}`;
  expect(entry).toEqual({ merchantId, mode: "test" });
  for (const dryRun of [true, false]) {
    await expect(replayEndpointEvents(ada, { ...range, dryRun })).rejects.toMatchObject(
      reasonOf("replay_running"),
    );
  }
  expect(await replays()).toHaveLength(1);
});

test("a disabled endpoint, an unknown one and a range in no form are refused", async () => {
  await expect(replayEndpointEvents(ada, { id, dryRun: true })).rejects.toMatchObject(
    reasonOf("range_malformed"),
  );
  for (const dryRun of [true, false]) {
    const reversed = { id, fromPosition: 3, toPosition: 2, dryRun };
    await expect(replayEndpointEvents(ada, reversed)).rejects.toMatchObject(
      reasonOf("range_malformed"),
    );
  }
  await world.db`update webhook_endpoints set status = 'disabled', disabled_reason = 'manual', disabled_at = now() where id = ${id}`;
  for (const dryRun of [true, false]) {
    await expect(replayEndpointEvents(ada, { id, fromPosition: 1, dryRun })).rejects.toMatchObject(
      reasonOf("endpoint_disabled"),
    );
  }
  const unknown = newId("webhookEndpoint");
  await expect(
    replayEndpointEvents(ada, { id: unknown, fromPosition: 1, dryRun: true }),
  ).rejects.toMatchObject({ code: "not_found" });
  expect([await replays(), await audit()]).toEqual([[], []]);
});

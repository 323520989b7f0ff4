import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Screening } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/chain/hex";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { recordScreenings, type ScreeningRecord } from "./record-screening";

let world: WebhookWorld;
let ada: string;

beforeAll(async () => {
  world = await createWebhookWorld();
  ada = await world.addMerchant();
  await world.db`update merchants set email = 'shop@example.com' where id = ${ada}`;
});
afterAll(() => world?.stop());

const wallet: Address = `0x${"ab".repeat(20)}`;

function found(resourceId: string, more: Partial<Screening> = {}, merchantId = ada) {
  const screening: Screening = {
    result: "flagged",
    provider: "list,watchlist",
    listVersion: "v1",
    matches: ["watchlist"],
    ...more,
  };
  const record: ScreeningRecord = {
    merchantId,
    mode: "test",
    subject: wallet,
    trigger: "settlement",
    action: "allowed",
    resourceId,
    screening,
  };
  return record;
}

const told = (merchantId = ada) => world.db<{ type: string; resourceId: string }[]>`
  select type, object ->> 'resourceId' as resource_id from events
  where merchant_id = ${merchantId} and type like 'compliance.%' order by created_at, type`;

test("a match is told once for each wallet, version, result and merchant, also by twenty at once", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => recordScreenings(world.db, [found(`txn_${n}`)])),
  );
  const [first, ...more] = await told();
  expect(first).toMatchObject({ type: "compliance.wallet_flagged" });
  expect(more).toEqual([]);
  const [event] = await world.db`
    select resource_type, resource_id, object from events
    where merchant_id = ${ada} and type = 'compliance.wallet_flagged'`;
  expect(event).toMatchObject({
    resourceType: "compliance_log",
    resourceId: expect.stringMatching(/^scr_/),
    object: { object: "compliance_log", result: "flagged", matches: ["watchlist"] },
  });

  await recordScreenings(world.db, [found("txn_1", { listVersion: "v2" })]);
  expect(await told()).toHaveLength(2);
  const blocked = { result: "blocked", matches: ["list"], listVersion: "v2" } as const;
  await recordScreenings(world.db, [found("txn_2", blocked), found("txn_3", blocked)]);
  expect((await told()).map(({ type }) => type)).toEqual([
    "compliance.wallet_flagged",
    "compliance.wallet_flagged",
    "compliance.wallet_blocked",
  ]);
  const bob = await world.addMerchant();
  await recordScreenings(world.db, [found("txn_bob", {}, bob)]);
  expect(await told(bob)).toHaveLength(1);
  expect(await told()).toHaveLength(3);
});

test("the merchant gets a mail about a flagged wallet, and none about a clear one", async () => {
  const mails = () => world.db`
    select kind, recipient, facts ->> 'wallet' as wallet from mails
    where merchant_id = ${ada} order by created_at`;
  const before = (await mails()).length;
  expect(before).toBe(2);
  expect((await mails())[0]).toEqual({
    kind: "wallet_flagged",
    recipient: "shop@example.com",
    wallet,
  });
  const clear = { result: "clear", matches: [], listVersion: "v3" } as const;
  await recordScreenings(world.db, [
    found("txn_5", clear),
    found("txn_6", { ...clear, result: "unavailable" }),
  ]);
  expect(await mails()).toHaveLength(before);
  expect(await told()).toHaveLength(3);
});

test("a match that is not written down is not told", async () => {
  await expect(
    transaction(world.db, async (tx) => {
      await recordScreenings(tx, [found("txn_7", { listVersion: "v4" })]);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  expect(await world.db`select from wallet_matches where list_version = 'v4'`).toHaveLength(0);
  expect(await told()).toHaveLength(3);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { ScreeningResult } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { listComplianceLogs } from "./list-compliance-logs";

let world: WebhookWorld;
let ada: string;

beforeAll(async () => {
  world = await createWebhookWorld();
  ada = await world.addMerchant();
  for (let at = 0; at < 12; at += 1) {
    await screen(ada, "test", at, at % 4 === 0 ? "blocked" : "clear");
  }
  await screen(ada, "live", 100, "blocked");
  await screen(await world.addMerchant(), "test", 101, "blocked");
});
afterAll(() => world?.stop());

const wallet = (at: number): `0x${string}` => `0x${(at % 3).toString(16).padStart(40, "a")}`;

async function screen(merchantId: string, mode: Mode, at: number, result: ScreeningResult) {
  await world.db`
    insert into compliance_screenings (merchant_id, mode, subject, trigger, provider, list_version,
      result, action, resource_id, created_at)
    values (${merchantId}, ${mode}, ${wallet(at)}::bytea, 'relay', 'list', 'v1', ${result}, 'held',
      ${`txn_${at}`}, '2026-01-01'::timestamptz + ${Math.floor(at / 2)} * interval '1 day')`;
}

const as = (mode: Mode = "test"): Context<MerchantActor> => ({
  ...world.system(),
  actor: { kind: "session", merchantId: ada, mode, userId: "usr_1", sessionId: "ses_1" },
});

test("screenings of the merchant and mode are paged through, newest first, each once", async () => {
  const shown: { id: string; resourceId: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = await listComplianceLogs(as(), { limit: 5, cursor });
    shown.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(12);
  expect(shown.every(({ id }) => /^scr_[0-9a-f]{24}$/.test(id))).toBe(true);
  expect(new Set(shown.map(({ resourceId }) => resourceId)).size).toBe(12);
  expect(["txn_10", "txn_11"]).toContain(shown[0]?.resourceId);
  const live = await listComplianceLogs(as("live"), {});
  expect(live.data.map(({ resourceId }) => resourceId)).toEqual(["txn_100"]);
});

test("filters find what they name alone", async () => {
  const found = async (input: Parameters<typeof listComplianceLogs>[1]) =>
    (await listComplianceLogs(as(), input)).data.map(({ resourceId }) => resourceId).sort();
  expect(await found({ result: "blocked" })).toEqual(["txn_0", "txn_4", "txn_8"]);
  expect(await found({ result: "flagged" })).toEqual([]);
  expect(await found({ resourceId: "txn_7" })).toEqual(["txn_7"]);
  expect(await found({ resourceId: "txn_101" })).toEqual([]);
  expect(await found({ subject: wallet(1) })).toEqual(["txn_1", "txn_10", "txn_4", "txn_7"]);
  expect(await found({ createdAfter: new Date("2026-01-06") })).toEqual(["txn_10", "txn_11"]);
});

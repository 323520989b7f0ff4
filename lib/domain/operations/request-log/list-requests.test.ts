import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { listRequestErrors } from "./list-request-errors";
import { listRequests } from "./list-requests";
import { type LoggedRequest, writeRequests } from "./write-requests";

let world: WebhookWorld;

beforeAll(async () => {
  world = await createWebhookWorld();
});
beforeEach(() => world.db`truncate request_log`);
afterAll(() => world.stop());

const person = (mode: Mode = "test", merchantId = "mer_1"): Context<SessionActor> => ({
  ...world.system(),
  actor: { kind: "session", merchantId, mode, userId: "usr_1", sessionId: "ses_1" },
});

async function log(...changes: Partial<LoggedRequest>[]): Promise<string[]> {
  const requests = changes.map(
    (change, place): LoggedRequest => ({
      createdAt: new Date(Date.now() - 60_000 + place),
      requestId: newId("request"),
      method: "GET",
      route: "/v1/customers/{id}",
      status: 200,
      reason: null,
      caller: "ak_1",
      merchantId: "mer_1",
      mode: "test",
      addressPrefix: null,
      durationMs: 3,
      ...change,
    }),
  );
  await writeRequests(world.db, requests);
  return requests.map(({ requestId }) => requestId);
}

test("a merchant's requests of a mode are listed; no others', nor what persons asked", async () => {
  const [own] = await log(
    {},
    { mode: "live" },
    { merchantId: "mer_2" },
    { caller: "ses_1" },
    { caller: null },
  );
  const { data } = await listRequests(person(), {});
  expect(data.map(({ id }) => id)).toEqual([own]);
  expect(data[0]).toMatchObject({ object: "request", mode: "test", apiKeyId: "ak_1" });
});

test("requests are found by class of status and by route", async () => {
  const ids = await log(
    {},
    { status: 404, reason: "resource_missing" },
    { status: 500, reason: "internal_error" },
    {},
    { route: "/v1/refunds" },
  );
  const found = async (filter: Parameters<typeof listRequests>[1]) =>
    (await listRequests(person(), filter)).data.map(({ id }) => ids.indexOf(id));
  expect(await found({ status: "4xx" })).toEqual([1]);
  expect(await found({ status: "5xx" })).toEqual([2]);
  expect(await found({ status: "2xx" })).toEqual([4, 3, 0]);
  expect(await found({ route: "/v1/refunds" })).toEqual([4]);
  expect(await found({ route: "/v1/refunds", status: "4xx" })).toEqual([]);
});

test("what was refused is counted by route, status and reason, with the last request of each", async () => {
  const missing = { status: 404, reason: "resource_missing" };
  const ids = await log(
    missing,
    missing,
    { status: 500, reason: "internal_error" },
    { ...missing, route: "/v1/refunds/{id}" },
    {},
    { ...missing, mode: "live" },
    { ...missing, merchantId: "mer_2" },
    { ...missing, caller: "ses_1" },
    { ...missing, createdAt: new Date(Date.now() - 25 * 3_600_000) },
  );
  const { data, truncated } = await listRequestErrors(person(), {});
  expect(truncated).toBe(false);
  expect(data.map(({ route, reason, count }) => [route, reason, count])).toEqual([
    ["/v1/customers/{id}", "resource_missing", 2],
    ["/v1/refunds/{id}", "resource_missing", 1],
    ["/v1/customers/{id}", "internal_error", 1],
  ]);
  expect(data[0]?.lastRequestId).toBe(ids[1]);
  const createdAfter = new Date(Date.now() - 26 * 3_600_000);
  expect((await listRequestErrors(person(), { createdAfter })).data[0]?.count).toBe(3);
  const before = { createdAfter, createdBefore: createdAfter };
  expect((await listRequestErrors(person(), before)).data).toEqual([]);
});

test("of many that were refused the newest 5,000 count, and the answer says so", async () => {
  await log(...Array.from({ length: 5_001 }, () => ({ status: 400, reason: "validation_failed" })));
  const { data, truncated } = await listRequestErrors(person(), {});
  expect([data[0]?.count, truncated]).toEqual([5_000, true]);
});

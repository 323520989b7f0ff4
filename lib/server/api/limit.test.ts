import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { type HostedPage, limitPage, payPage } from "@/lib/server/pages/limit-page";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import type { KeyCredential, PublicCredential } from "./credential";
import { limitRefused, limitRequest } from "./limit";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type ShownHeaders = Record<string, string>;
let hosts = 0;
function newAddress(): string {
  hosts += 1;
  return `2001:db8:${hosts.toString(16)}::1`;
}
const nobody: PublicCredential = { kind: "public", ip: "::1" };
const newCredential = (mode: KeyCredential["mode"] = "test"): KeyCredential => ({
  keyId: newId("apiKey"),
  kind: "key",
  keyKind: "secret",
  merchantId: "mer_1",
  mode,
  allowedOrigins: null,
  scopes: [],
  apiVersion: "2026-04-27",
});
const limiter = (scale = 1) => ({ db: database.db, config: { RATE_LIMIT_SCALE: scale } });

/** Asks until it is refused. */
async function exhaust(ask: (headers: ShownHeaders) => Promise<void>) {
  const answers: ShownHeaders[] = [];
  for (;;) {
    const headers: ShownHeaders = {};
    try {
      await ask(headers);
      answers.push(headers);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { answers, headers, refusal: error };
    }
    if (answers.length > 1_000) throw new Error("nothing is limited");
  }
}

test("a key may send twice its rate at once, and is then told to wait with all headers", async () => {
  const credential = newCredential();
  const request = { method: "POST", address: newAddress() };
  const { answers, headers, refusal } = await exhaust((shown) =>
    limitRequest(limiter(), {}, request, credential, shown),
  );
  expect(answers.length).toBeGreaterThanOrEqual(50);
  expect(refusal).toMatchObject({
    code: "rate_limited",
    info: { details: { reason: "too_many_requests" }, retryAfterSeconds: expect.any(Number) },
  });
  expect(refusal.info.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  expect(headers).toEqual({
    "ratelimit-limit": "50",
    "ratelimit-remaining": "0",
    "ratelimit-reset": "2",
  });
});

test("what remains never exceeds the limit, and the reset is when it is all back", async () => {
  for (const mode of ["test", "live"] as const) {
    const credential = newCredential(mode);
    const request = { method: "GET", address: newAddress() };
    const perSecond = { test: 25, live: 100 }[mode];
    const { answers } = await exhaust((shown) =>
      limitRequest(limiter(), {}, request, credential, shown),
    );
    for (const shown of answers) {
      const limit = Number(shown["ratelimit-limit"]);
      const remaining = Number(shown["ratelimit-remaining"]);
      expect(limit).toBe(perSecond * 2);
      expect(remaining).toBeLessThan(limit);
      expect(Number(shown["ratelimit-reset"])).toBe(Math.ceil((limit - remaining) / perSecond));
    }
  }
});

test("reads and writes, keys, and addresses do not use up each other's", async () => {
  const [one, other] = [newCredential(), newCredential()];
  const address = newAddress();
  const read = { method: "GET", address };
  const write = { method: "POST", address };
  await exhaust((shown) => limitRequest(limiter(), {}, read, one, shown));
  await expect(limitRequest(limiter(), {}, write, one, {})).resolves.toBeUndefined();
  await expect(limitRequest(limiter(), {}, read, other, {})).resolves.toBeUndefined();
  await exhaust((shown) => limitRequest(limiter(0.001), {}, read, nobody, shown));
  const elsewhere = { ...read, address: newAddress() };
  await expect(limitRequest(limiter(0.001), {}, elsewhere, nobody, {})).resolves.toBeUndefined();
});

test("public endpoints count by address, an IPv6 network as one", async () => {
  let asked = 0;
  const { answers } = await exhaust((shown) => {
    asked += 1;
    const address = `2001:db8:0:ffff::${asked.toString(16)}`;
    return limitRequest(limiter(), {}, { method: "GET", address }, nobody, shown);
  });
  expect(answers.length).toBeGreaterThanOrEqual(60);
});

test("wrong keys and paths are counted by address, apart from what public endpoints are asked", async () => {
  const address = newAddress();
  const { answers, headers } = await exhaust((shown) =>
    limitRefused(limiter(), { address }, shown),
  );
  expect(answers.length).toBeGreaterThanOrEqual(60);
  expect(headers).toMatchObject({ "ratelimit-limit": "60", "ratelimit-remaining": "0" });
  await limitRequest(limiter(), {}, { method: "GET", address }, nobody, {});
});

test("a person may send as much in either mode, and admin users count apart", async () => {
  const signedIn = { sessionId: "ses_1", authenticatedAt: null, stepUpMethods: [] };
  const userId = newId("user");
  const person = {
    kind: "session",
    userId,
    merchantId: "mer_1",
    isClosed: false,
    heldUntil: null,
    ...signedIn,
  } as const;
  const request = { method: "POST", address: newAddress() };
  for (const caller of [
    { ...person, mode: "test" } as const,
    { kind: "admin", adminId: newId("adminUser"), role: "admin", ...signedIn } as const,
  ]) {
    const { headers } = await exhaust((shown) =>
      limitRequest(limiter(), {}, request, caller, shown),
    );
    expect(headers["ratelimit-limit"]).toBe("200");
  }
  const inLive = { ...person, mode: "live" } as const;
  await expect(limitRequest(limiter(0.01), {}, request, inLive, {})).rejects.toThrow(Refusal);
});

test("a declaration's own limit counts by address, its group as one, whoever calls", async () => {
  const address = newAddress();
  const limit = { group: "few", requests: 3, seconds: 60 };
  const request = { method: "GET", address };
  const { answers } = await exhaust((shown) =>
    limitRequest(limiter(), { limit }, request, newCredential(), shown),
  );
  expect(answers).toHaveLength(3);
  await expect(limitRequest(limiter(), { limit }, request, nobody, {})).rejects.toThrow(Refusal);
  await limitRequest(limiter(), { limit: { ...limit, group: "others" } }, request, nobody, {});
});

test("however small the scale, one request gets through", async () => {
  const credential = newCredential();
  const request = { method: "GET", address: newAddress() };
  const { answers } = await exhaust((shown) =>
    limitRequest(limiter(0.0001), {}, request, credential, shown),
  );
  expect(answers).toHaveLength(1);
});

const otherPage = {
  name: "other",
  perMinute: { look: { address: 3, subject: 5 } },
} as const satisfies HostedPage;

test("a hosted page counts each kind of call by address and by what it is about, apart from other pages", async () => {
  const call = (address: string, subject: string) =>
    limitPage({ ...limiter(), actor: { kind: "public", ip: address } } as Context<PublicActor>, {
      page: otherPage,
      call: "look",
      subject,
    });
  const [one, two, three] = [newAddress(), newAddress(), newAddress()];
  const subject = newId("paymentSession");
  expect((await exhaust(() => call(one, subject))).answers).toHaveLength(3);
  expect((await exhaust(() => call(two, newId("paymentSession")))).answers).toHaveLength(3);
  expect((await exhaust(() => call(three, subject))).answers).toHaveLength(2);
  const paid = { page: payPage, call: "payer", subject } as const;
  const ctx = { ...limiter(), actor: { kind: "public", ip: one } } as Context<PublicActor>;
  expect((await exhaust(() => limitPage(ctx, paid))).answers).toHaveLength(20);
  const signing = { page: payPage, call: "mint", subject } as const;
  expect((await exhaust(() => limitPage(ctx, signing))).answers).toHaveLength(6);
});

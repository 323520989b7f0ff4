import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { clientAddressHeader, stampedAddress } from "@/lib/server/http/client-address";
import { openSession } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { payEvents } from "./pay-events";

let world: World;
let sessionId: string;

beforeAll(async () => {
  world = await createWorld();
  const { db, config, chains } = world;
  const stopping = new AbortController();
  const log = createLogger("silent");
  const { modules } = world.systemContext();
  globalThis.stipendRuntime = {
    db,
    jobDb: db,
    config,
    log,
    modules,
    stopping,
    chains: async () => chains,
  };
});
beforeEach(async () => {
  sessionId = (await openSession(world)).id;
});
afterAll(async () => {
  globalThis.stipendRuntime = undefined;
  await world.stop();
});

let hosts = 0;
function newAddress(): string {
  hosts += 1;
  return `203.0.113.${hosts}`;
}

interface Asking {
  /** The browser has gone before the answer begins. */
  hasLeft?: boolean;
  id?: string;
  address?: string;
  accept?: string;
}

async function ask({
  id = sessionId,
  address = newAddress(),
  accept = "*/*",
  hasLeft = false,
}: Asking) {
  const leaving = new AbortController();
  const request = new Request(`http://localhost/api/pay/${id}/events`, {
    headers: { accept, [clientAddressHeader]: stampedAddress(address) },
    signal: leaving.signal,
  });
  if (hasLeft) leaving.abort();
  const response = await payEvents(request, { params: Promise.resolve({ sessionId: id }) });
  return { response, leave: () => leaving.abort() };
}

const listen = (asking: Asking = {}) => ask({ ...asking, accept: "text/event-stream" });
async function firstEvent(response: Response): Promise<string> {
  const { value } = (await response.body?.getReader().read()) ?? {};
  return new TextDecoder().decode(value);
}

test("the status is JSON, or a stream that begins with it, and neither is stored", async () => {
  const { response } = await ask({});
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toMatchObject({ status: "open", txHash: null });
  const [row] = await world.db`select opened_at from payment_sessions where id = ${sessionId}`;
  expect(row?.openedAt).toBeInstanceOf(Date);
  const stream = await listen();
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(stream.response.headers.get("cache-control")).toContain("no-store");
  expect(await firstEvent(stream.response)).toMatch(/^retry: \d+\ndata: {"status":"open",/);
  stream.leave();
});

test("what cannot be a session is not found, as is one that there is not", async () => {
  for (const id of [newId("paymentSession"), "ps_\u0000", "x", "\ud800", "a".repeat(5_000)]) {
    const { response } = await ask({ id });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  }
});

test("an address holds eight streams at the most, and goes on asking", async () => {
  const address = newAddress();
  const held = await Promise.all(Array.from({ length: 8 }, () => listen({ address })));
  expect(held.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
  const { response } = await listen({ address });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await response.json()).toMatchObject({
    error: { code: "rate_limited", details: { reason: "too_many_streams" } },
  });
  expect((await ask({ address })).response.status).toBe(200);
  const elsewhere = await listen();
  expect(elsewhere.response.status).toBe(200);
  for (const { leave } of [...held, elsewhere]) leave();
});

test("whoever asks too often is told the limit with the 429", async () => {
  const runtime = globalThis.stipendRuntime;
  if (!runtime) throw new Error("it was set above");
  const address = newAddress();
  const config = { ...runtime.config, RATE_LIMIT_SCALE: 0.01 };
  globalThis.stipendRuntime = { ...runtime, config };
  try {
    expect((await ask({ address })).response.status).toBe(200);
    const { response } = await ask({ address });
    expect(response.status).toBe(429);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "ratelimit-limit": "1",
      "ratelimit-remaining": "0",
      "ratelimit-reset": expect.stringMatching(/^[1-9]\d*$/),
      "retry-after": expect.stringMatching(/^[1-9]\d*$/),
    });
  } finally {
    globalThis.stipendRuntime = runtime;
  }
});

test("each way for a stream to end makes room for one more", async () => {
  const address = newAddress();
  const fill = () => Promise.all(Array.from({ length: 8 }, () => listen({ address })));
  const isFull = async () => (await listen({ address })).response.status === 429;
  for (const { leave } of await fill()) leave();
  const cancelled = await fill();
  expect(cancelled.every(({ response }) => response.status === 200)).toBe(true);
  await Promise.all(cancelled.map(({ response }) => response.body?.cancel()));
  const broken = await fill();
  expect(broken.every(({ response }) => response.status === 200)).toBe(true);
  expect(await isFull()).toBe(true);
  await Promise.all(cancelled.map(({ leave }) => leave()));
  expect(await isFull()).toBe(true);
  for (const { leave } of broken) leave();
  const gone = Array.from({ length: 8 }, () => listen({ address, hasLeft: true }));
  expect((await Promise.all(gone)).map(({ response }) => response.status)).toEqual(
    Array(8).fill(200),
  );
  const failing = await fill();
  expect(failing.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
  const [reader] = failing.map(({ response }) => response.body?.getReader());
  await reader?.read();
  await world.db`delete from payment_sessions where id = ${sessionId}`;
  await expect(reader?.read()).rejects.toThrow("No such payment session");
  sessionId = (await openSession(world)).id;
  const ninth = await listen({ address });
  expect(ninth.response.status).toBe(200);
  for (const { leave } of [...failing, ninth]) leave();
  await sleep(0);
  const again = await listen({ address });
  expect(again.response.status).toBe(200);
  again.leave();
});

test("a stream tells a change", async () => {
  const { response, leave } = await listen();
  const reader = response.body?.getReader();
  await reader?.read();
  await world.db`update payment_sessions set status = 'cancelled' where id = ${sessionId}`;
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(/^data: {"status":"cancelled",/);
  leave();
});

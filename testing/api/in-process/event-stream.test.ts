import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { followReplays } from "@/cli/src/listen/follow-replays";
import type { ListenerState } from "@/cli/src/listen/listener-state";
import { type Sql, transaction } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { keepNumbering } from "@/lib/domain/platform/events/keep-numbering";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { streamTimes } from "@/lib/domain/platform/events/stream-events";
import { buildCli } from "@/scripts/build/cli/build-cli";
import { createStipend } from "@/sdk/src/stipend";
import { verifyWebhook } from "@/sdk/src/webhooks";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { listen } from "@/testing/api/listen";
import { startCli } from "@/testing/cli-process";
import { startReceiver, status } from "@/testing/webhook-receiver";

let target: ApiTarget;
let db: Sql;
let merchant: ApiMerchant;
let sequencer: ReturnType<typeof keepNumbering>;
beforeAll(async () => {
  target = await openApiTarget();
  db = target.db;
  merchant = await target.addMerchant();
  const log = globalThis.stipendRuntime?.log;
  if (!log) throw new Error("the API runs in this process");
  sequencer = keepNumbering({ db, log });
  Object.assign(streamTimes, { recheckMs: 100, beatMs: 150 });
});
afterAll(async () => {
  await sequencer.stop();
  await target.close();
});

const emit = (merchantId = merchant.id) =>
  transaction(db, (tx) =>
    recordEvent(tx, {
      merchantId,
      mode: "test",
      type: "payment.created",
      resource: { type: "payment_session", id: newId("paymentSession") },
      object: { note: "é" },
    }),
  );

/** An open stream: its answer, and what it sends, piece by piece. */
async function open(key: string, headers: Record<string, string> = {}, query = "") {
  const left = new AbortController();
  const answer = await fetch(`${await target.baseUrl()}/v1/events/stream${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: left.signal,
  });
  let text = "";
  const read = (async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
      text += piece;
  })();
  const ended = read.then(
    () => "ended",
    () => "cut",
  );
  const has = (wanted: string | RegExp) => expect.poll(() => text).toMatch(wanted);
  return { answer, ended, has, text: () => text, leave: () => left.abort() };
}

const ids = (text: string) => [...text.matchAll(/^id: (\d+)\ndata/gm)].map(([, id]) => Number(id));

test("a stream sends what is behind a position and what comes, with signs of life in between", async () => {
  const first = await emit();
  await expect.poll(async () => db`select from events where position is null`).toEqual([]);
  const all = await open(merchant.keys.test, {}, "?after=0");
  expect(all.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  await all.has(/^retry: 2000\nid: 0\n\nid: 1\ndata: \{.*\}\n\n/);
  const data = JSON.parse(/^data: (.*)$/m.exec(all.text())?.[1] ?? "{}");
  expect(data).toMatchObject({ id: first, position: 1, data: { object: { note: "é" } } });
  const fresh = await open(merchant.keys.test);
  await fresh.has(/^retry: 2000\nid: 1\n\n/);
  await fresh.has(/\n:\n\n/);
  await Promise.all([emit(), emit(), emit()]);
  await all.has(/^id: 4$/m);
  await fresh.has(/^id: 4$/m);
  expect(ids(all.text())).toEqual([1, 2, 3, 4]);
  expect(ids(fresh.text())).toEqual([2, 3, 4]);
  const again = await open(merchant.keys.test, { "last-event-id": "2" }, "?after=0");
  await again.has(/^id: 4$/m);
  expect(ids(again.text())).toEqual([3, 4]);
  for (const stream of [all, fresh, again]) stream.leave();
});

test("the published client reads a stream over the wire", async () => {
  const stipend = createStipend({ baseUrl: await target.baseUrl(), key: merchant.keys.test });
  const positions: (number | null)[] = [];
  for await (const { position } of stipend.events.stream({ after: 1 })) {
    positions.push(position);
    if (position === 4) break;
  }
  expect(positions).toEqual([2, 3, 4]);
});

test("a person of the merchant reads every event with its data", async () => {
  const stream = await open(merchant.session, { "last-event-id": "3" });
  await stream.has(/^id: 4\ndata: .*"note":"é"/m);
  stream.leave();
});

test("a key has four streams, and a place is free when one is left", async () => {
  const { key, id } = await target.mint(merchant.id, "test", ["webhooks_read"]);
  const streams = await Promise.all([1, 2, 3, 4].map(() => open(key)));
  expect(streams.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200]);
  const fifth = await open(key);
  expect(fifth.answer.status).toBe(429);
  expect(fifth.answer.headers.get("retry-after")).toBe("15");
  await fifth.has("too_many_streams");
  streams[0]?.leave();
  await expect.poll(async () => (await open(key)).answer.status).toBe(200);
  for (const stream of streams) stream.leave();
  await db`delete from event_streams where caller = ${id}`;
});

test("a merchant has twenty streams with all its keys, and another one its own", async () => {
  const mint = () => target.mint(merchant.id, "test", ["webhooks_read"]);
  const keys = await Promise.all(Array.from({ length: 6 }, mint));
  const streams = [];
  for (const { key } of keys.slice(0, 5)) {
    for (let count = 0; count < 4; count += 1) streams.push(await open(key));
  }
  expect(streams.every(({ answer }) => answer.status === 200)).toBe(true);
  const further = await open(keys[5]?.key ?? "");
  expect(further.answer.status).toBe(429);
  await further.has("too_many_streams");
  const other = await open((await target.addMerchant()).keys.test);
  expect(other.answer.status).toBe(200);
  for (const stream of [...streams, other]) stream.leave();
  await db`delete from event_streams`;
});

test("a key that may not read a resource gets its events without data, and a revoked one gets no more", async () => {
  const { key, id } = await target.mint(merchant.id, "test", ["webhooks_read"]);
  const stream = await open(key);
  await stream.has(/^retry/);
  await emit();
  await stream.has(/^data: /m);
  expect(stream.text()).not.toContain("note");
  expect(stream.text()).toContain('"type":"payment.created"');
  await db`update api_keys set status = 'revoked', revoked_at = now() where id = ${id}`;
  expect(await stream.ended).toBe("ended");
  await expect.poll(async () => db`select from event_streams where caller = ${id}`).toEqual([]);
  expect((await open(key)).answer.status).toBe(401);
});

test("a stream that cannot begin where it is asked to is refused", async () => {
  await db`
    insert into event_horizons (merchant_id, mode, removed_position) values (${merchant.id}, 'test', 2)`;
  const expired = await open(merchant.keys.test, { "last-event-id": "1" });
  expect(expired.answer.status).toBe(400);
  await expired.has(/"position_expired".*"oldestPosition":3/);
  await db`delete from event_horizons`;
  const malformed = await open(merchant.keys.test, { "last-event-id": "x" });
  expect(malformed.answer.status).toBe(400);
});

/** Writes events of one merchant, a few of them at the same time. */
async function emitMany(merchantId: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 20) {
    await Promise.all(Array.from({ length: Math.min(20, left) }, () => emit(merchantId)));
  }
}

test("what stipend listen forwards over restarts, kills and sleep is every event, signed, and in order", async () => {
  const owner = await target.addMerchant();
  const key = owner.keys.test;
  const folder = join(inject("runFolder"), "listen");
  const program = join(folder, "stipend.js");
  await buildCli(program);
  const receiver = await startReceiver();
  let refusals = 1;
  receiver.answerWith((got, response) => {
    const isRefused = got.body.includes('"position":7,') && refusals-- > 0;
    status(isRefused ? 503 : 204)(got, response);
  });
  let server = await listen();
  const start = () =>
    startCli(program, ["listen", "--forward-to", receiver.url, "--url", server.baseUrl], {
      STIPEND_API_KEY: key,
      STIPEND_STATE_DIR: folder,
    });
  const positions = () =>
    receiver.received.map(({ body }) => Number(/"position":(\d+),/.exec(body)?.[1]));
  const reaches = (position: number) =>
    expect.poll(() => Math.max(0, ...positions()), { timeout: 25_000 }).toBe(position);
  const first = start();
  await expect.poll(first.output).toContain("connected, behind position 0");
  const secret = /whsec_\S+/.exec(first.output())?.[0] ?? "";
  expect(first.output()).not.toContain(key);

  await emitMany(owner.id, 60);
  await reaches(60);
  expect(first.output()).toMatch(/ 7 {2}payment.created .* → 503 in \d+ ms; again in 1 s/);
  for (let restart = 0; restart < 3; restart += 1) {
    const writing = emitMany(owner.id, 80);
    await sleep(50);
    await server.cut();
    await writing;
    server = await listen(server.port);
  }
  // Asleep for longer than a stream lives, while the events go on.
  first.send("SIGSTOP");
  Object.assign(streamTimes, { liveMs: 300 });
  await emitMany(owner.id, 80);
  await sleep(500);
  Object.assign(streamTimes, { liveMs: 900_000 });
  first.send("SIGCONT");
  await reaches(380);
  const writing = emitMany(owner.id, 120);
  await expect.poll(() => Math.max(...positions())).toBeGreaterThan(400);
  first.send("SIGKILL");
  expect(await first.ended).toBeNull();
  await writing;
  const second = start();
  await reaches(500);
  expect(second.output()).toContain(secret);
  const refused = start();
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`Process ${second.pid} forwards to the same address`);
  second.send("SIGTERM");
  expect(await second.ended).toBe(0);

  const seen = positions();
  expect([...new Set(seen)]).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
  // The one that was refused, and the one that was under way when the listener was killed.
  expect(seen.length).toBeLessThanOrEqual(502);
  for (const { headers, body } of receiver.received) {
    const event = await verifyWebhook({ payload: body, headers, secret });
    expect(headers["webhook-id"]).toBe(event.id);
  }
  await server.cut();
  await receiver.close();
  rmSync(folder, { recursive: true });
}, 60_000);

test("replays that begin at an endpoint are found, and their events are forwarded once", async () => {
  const owner = await target.addMerchant();
  const stipend = createStipend({ baseUrl: await target.baseUrl(), key: owner.keys.test });
  const endpoint = await stipend.webhookEndpoints.create({
    url: "https://127.0.0.1:9/hook",
    events: ["payment.created"],
    mode: "test",
  });
  await emitMany(owner.id, 130);
  await expect.poll(async () => db`select from events where position is null`).toEqual([]);
  const replayOf = (fromPosition: number, toPosition: number) =>
    stipend.webhookReplays.create({ id: endpoint.id, fromPosition, toPosition });
  const before = await replayOf(1, 3);
  await stipend.webhookReplays.cancel({ id: endpoint.id, replayId: before.id });

  const state: ListenerState = {
    file: "",
    progress: { position: 0, replays: null },
    save: (changed) => Object.assign(state, { progress: { ...state.progress, ...changed } }),
    release: () => {},
  };
  const ending = new AbortController();
  const forwarded: (number | null)[] = [];
  const looks: string[] = [];
  await followReplays({
    stipend,
    state,
    signal: ending.signal,
    print: (line) => looks.push(line),
    forward: async ({ position }) => void forwarded.push(position),
    wait: async () => {
      looks.push("waits");
      if (looks.length === 1) await replayOf(11, 120);
      if (looks.length > 3) ending.abort();
    },
  });
  expect(looks).toEqual([
    "waits",
    expect.stringContaining("positions 11 to 120"),
    "waits",
    "waits",
  ]);
  expect(forwarded).toEqual(Array.from({ length: 110 }, (_, index) => index + 11));
});

test("a process that is to end ends its streams in order", async () => {
  const stream = await open(merchant.keys.test);
  await stream.has(/^retry/);
  globalThis.stipendRuntime?.stopping.abort();
  expect(await stream.ended).toBe("ended");
  expect(await db`select from event_streams`).toEqual([]);
});

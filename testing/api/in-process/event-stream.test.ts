import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sql, transaction } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { keepNumbering } from "@/lib/domain/events/keep-numbering";
import { recordEvent } from "@/lib/domain/events/record-event";
import { streamTimes } from "@/lib/domain/events/stream-events";
import { createStipend } from "@/sdk/src/stipend";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "@/testing/api/api-target";

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

test("a process that is to end ends its streams in order", async () => {
  const stream = await open(merchant.keys.test);
  await stream.has(/^retry/);
  globalThis.stipendRuntime?.stopping.abort();
  expect(await stream.ended).toBe("ended");
  expect(await db`select from event_streams`).toEqual([]);
});

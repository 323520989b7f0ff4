import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createDb, type Sql } from "@/db/client";
import { poolState } from "@/db/pool-state";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { runtime } from "@/lib/server/runtime";
import { makeSamples } from "@/testing/api/api-samples";
import { type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { withNode } from "@/testing/api/with-node";
import { until } from "@/testing/engine-fixture";
import { type StallingProxy, startStallingProxy } from "@/testing/stalling-proxy";
import { unlessDatabaseHangs } from "./unless-database-hangs";

let target: ApiTarget;
let proxy: StallingProxy;
let db: Sql;
let key: string;

beforeAll(async () => {
  target = await openApiTarget();
  key = (await target.addMerchant()).keys.test;
  proxy = await startStallingProxy(target.config.DATABASE_URL);
  db = createDb(proxy.url, { work: "request", max: 4 });
  const runtime = globalThis.stipendRuntime;
  if (!runtime) throw new Error("the handlers run in this process");
  globalThis.stipendRuntime = { ...runtime, db };
});
beforeEach(async () => {
  expect((await list()).status).toBe(200);
});
afterAll(async () => {
  await db.end({ timeout: 1 });
  await proxy.close().catch(() => {});
  await target.close();
});

const list = () =>
  target.send({
    method: "GET",
    path: "/v1/payment-sessions",
    headers: { authorization: `Bearer ${key}` },
  });
const expectOutage = async (replies: Promise<Awaited<ReturnType<typeof list>>[]>) => {
  for (const { status, headers, body } of await replies) {
    const { code, details } = body.error ?? {};
    expect([status, code, details?.reason]).toEqual([503, "api_error", "database_unavailable"]);
    expect(headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  }
};
const crowd = () => Promise.all(Array.from({ length: 30 }, list));

test("requests that a refusing database fails say when to come back", async () => {
  await proxy.refuse();
  await expectOutage(crowd());
  await expectOutage(crowd());
  await proxy.accept();
  await until(async () => (await list()).status === 200);
});

test("requests that a silent database fails say so too, however many wait behind each other", async () => {
  proxy.stall();
  await expectOutage(crowd());
  await expectOutage(crowd());
  proxy.resume();
  await until(async () => (await list()).status === 200);
});

/** A promise, and what settles it. */
function gate<Value>() {
  let open = (_: Value) => {};
  const promise = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

test("a request is given up while the database answers nobody, and not for another's slow statement", async () => {
  const never = () => new Promise<string>(() => {});
  // The statement waits for a lock until the other request has been given up, however long that takes here.
  const [late, over] = [gate<string>(), gate<void>()];
  const lock = (sql: Pick<Sql, "unsafe">) => sql.unsafe("select pg_advisory_xact_lock(4711)");
  const held = gate<void>();
  const holder = target.db.begin(async (tx) => {
    await lock(tx);
    held.open();
    await over.promise;
  });
  await held.promise;
  proxy.stall();
  const query = db`select 1`.catch(() => {});
  const [refused, slow] = [
    unlessDatabaseHangs(db, never()),
    unlessDatabaseHangs(target.db, late.promise),
  ];
  const locked = lock(target.db).execute();
  await expect(refused).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
  expect(poolState(target.db).oldestAnswerMs).toBeGreaterThan(1_500);
  await until(() => poolState(target.db).silentMs < 1_500);
  // So long that it is looked at twice.
  await sleep(600);
  late.open("in the end");
  expect(await slow).toBe("in the end");
  over.open();
  await holder;
  proxy.resume();
  await Promise.all([query, locked]);
  await until(async () => (await list()).status === 200);
});

test("polls and a refund that waits for its node go on beside a row that is locked, and end with the database", async () => {
  const merchants = await Promise.all(Array.from({ length: 3 }, () => target.addMerchant()));
  const [first] = merchants;
  if (!first) throw new Error("there are merchants");
  const logged = vi.spyOn(runtime().log, "error");
  const poll = (apiKey: string) =>
    target.send({
      method: "GET",
      path: "/v1/events",
      query: { after: "0", order: "asc", wait: "6" },
      headers: { authorization: `Bearer ${apiKey}` },
    });
  const samples = await makeSamples(target, first, "test");
  const refund = () =>
    target.send({
      method: "POST",
      path: "/v1/refunds",
      headers: { authorization: `Bearer ${first.keys.test}` },
      body: samples.createRefund?.body,
    });
  const slowNode: Rpc = {
    request: () => sleep(6_000).then(() => Promise.reject(new RpcUnavailable("late"))),
  };
  const lock = target.db.begin(async (tx) => {
    await tx`select from merchants where id = ${merchants[1]?.id ?? ""} for update`;
    await sleep(5_000);
  });
  const waiting = db`update merchants set phone = phone where id = ${merchants[1]?.id ?? ""}`.catch(
    () => {},
  );
  const polls = merchants.map(({ keys }) => poll(keys.test));
  const refunded = await withNode(slowNode, refund);
  expect(refunded.body.error?.details?.reason ?? refunded.status).not.toBe("internal_error");
  expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/database/i);
  await Promise.all([lock, waiting]);
  proxy.stall();
  await expectOutage(Promise.all(merchants.map(({ keys }) => poll(keys.test))));
  proxy.resume();
  await until(async () => (await list()).status === 200);
});

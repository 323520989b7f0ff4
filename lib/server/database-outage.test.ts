import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDb, type Sql } from "@/db/client";
import { poolState } from "@/db/pool-state";
import { type ApiTarget, openApiTarget } from "@/testing/api/api-target";
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
    expect([status, body.error?.code]).toEqual([500, "api_error"]);
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

test("a request is given up while the database is why it takes long, and only then", async () => {
  let finish = (_value: string) => {};
  const slow = unlessDatabaseHangs(
    db,
    new Promise<string>((resolve) => {
      finish = resolve;
    }),
  );
  const hanging = unlessDatabaseHangs(target.db, new Promise<string>(() => {}));
  const refused = expect(hanging).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE" });
  const query = target.db`select pg_sleep(8)`.execute();
  await until(() => poolState(target.db).oldestAnswerMs > 1_000);
  await refused;
  finish("in the end");
  expect(await slow).toBe("in the end");
  await query;
});

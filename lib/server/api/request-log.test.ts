import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLogger } from "@/lib/adapters/logger/logger";
import { metrics } from "@/lib/adapters/metrics/metrics";
import { newId } from "@/lib/core/ids";
import type { LoggedRequest } from "@/lib/domain/operations/request-log/write-requests";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { openRequestLog } from "./request-log";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.db`truncate request_log`);
afterAll(() => database.drop());

const open = () => openRequestLog({ db: database.db, log: createLogger("silent") });
const request = (change: Partial<LoggedRequest> = {}): LoggedRequest => ({
  createdAt: new Date(),
  requestId: newId("request"),
  method: "GET",
  route: "/v1/customers/{id}",
  status: 200,
  reason: null,
  caller: "ak_1",
  merchantId: "mer_1",
  mode: "test",
  addressPrefix: "2001:db8:1::/48",
  durationMs: 3,
  ...change,
});
const rows = () => database.db<LoggedRequest[]>`select * from request_log order by created_at`;
const counted = (outcome: string) =>
  metrics()
    .requestLogRows.family()
    .samples.find(({ labels }) => labels?.outcome === outcome)?.value ?? 0;

/** Holds up all writing while `work` runs. */
async function whileSlow(work: () => Promise<unknown>): Promise<void> {
  await database.db.begin(async (tx) => {
    await tx`lock table request_log in share mode`;
    await work();
  });
}

test("requests are written as they are, many at a time, and nobody waits for it", async () => {
  const log = open();
  const first = request({ reason: "resource_missing", status: 404 });
  log.add(first);
  await expect.poll(rows, { timeout: 60_000 }).toEqual([first]);
  for (let count = 0; count < 2_500; count += 1) log.add(request());
  await log.stop();
  const [written] = await database.db<{ requests: number; transactions: number }[]>`
    select count(*)::int as requests, count(distinct xmin::text)::int as transactions
    from request_log`;
  expect(written?.requests).toBe(2_501);
  expect(written?.transactions).toBeLessThan(8);
  expect(log.droppedAt()).toBeNull();
});

test("while the database is slow they wait, and beyond a number they are left out and counted", async () => {
  const log = open();
  const [written, dropped] = [counted("written"), counted("dropped")];
  await whileSlow(async () => {
    for (let count = 0; count < 20_010; count += 1) log.add(request());
  });
  await log.stop();
  expect(await rows()).toHaveLength(20_000);
  expect([counted("written") - written, counted("dropped") - dropped]).toEqual([20_000, 10]);
  expect(log.droppedAt()).toEqual(expect.any(Number));
});

test("one that cannot be written takes its batch along, and no later one", async () => {
  const log = open();
  const dropped = counted("dropped");
  log.add(request({ addressPrefix: "nowhere" }));
  await expect.poll(() => counted("dropped") - dropped, { timeout: 60_000 }).toBe(1);
  const next = request();
  log.add(next);
  await log.stop();
  expect(await rows()).toEqual([next]);
});

test("a process ends though the database does not answer", async () => {
  const log = open();
  const dropped = counted("dropped");
  await whileSlow(async () => {
    log.add(request());
    await log.stop();
  });
  expect(counted("dropped") - dropped).toBe(1);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectApi } from "@/cli/src/pay/pay-by-api";
import { kept } from "@/scripts/run/demo/kept";
import { type Demo, startDemo } from "@/scripts/run/demo/start-demo";
import { pastStart } from "./make-history";

const DAYS = 12;
const ports = { port: 0, pgPort: 0, chainPort: 0, sinkPort: 0 };
const dataDir = mkdtempSync(join(tmpdir(), "stipend-history-"));
let demo: Demo;

beforeAll(async () => {
  demo = await startDemo({ dataDir, ...ports, history: DAYS });
});
afterAll(async () => {
  await demo.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a demo with a past has orders, refunds, invoices and subscribers, and its clock is real time", async () => {
  const api = connectApi(demo.info);
  const { aheadSeconds } = await api.testClock.advance({ by: "1s" });
  expect(Math.abs(aheadSeconds)).toBeLessThan(60);
  const { total } = await api.stats.conversion({
    from: new Date(Date.now() - DAYS * 86_400_000).toISOString(),
  });
  expect(total.confirmed).toBeGreaterThan(DAYS / 2);
  const [refund] = (await api.refunds.list({})).data;
  expect(refund).toMatchObject({ status: "completed", reason: "product_issue" });
  const invoices = (await api.invoices.list({})).data;
  expect(invoices.map(({ status }) => status)).toContain("paid");
  const subscriptions = (await api.subscriptions.list({})).data;
  expect(subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
  const sessions = (await api.paymentSessions.list({ limit: 100 })).data;
  const first = Math.min(...sessions.map(({ createdAt }) => Date.parse(createdAt)));
  expect(Date.now() - first).toBeGreaterThan((DAYS - 1) * 86_400_000);
});

test("a past is made on new data alone", () => {
  expect(() => pastStart(DAYS, join(dataDir, kept.chain))).toThrow("--reset");
});

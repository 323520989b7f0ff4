import { expect, test } from "vitest";
import type { Currency } from "@/lib/core/amounts/money";
import { describeAnomalies } from "./describe-anomalies";
import type { Flow } from "./read-flows";

const UNIT = 1_000_000n;
const days = Array.from({ length: 28 }, (_, at) => `2026-04-${String(at + 1).padStart(2, "0")}`);
const day = "2026-04-29";
const flow = (at: string, change: Partial<Flow> = {}): Flow => ({
  day: at,
  currency: "USDC",
  received: 100n * UNIT,
  fees: UNIT,
  refunds: 0n,
  ...change,
});
const month = (currency: Currency = "USDC") => days.map((one) => flow(one, { currency }));
const found = (flows: readonly Flow[]) =>
  describeAnomalies(flows, { day, days, sensitivity: "medium" });

test("a quiet month has nothing to tell", () => {
  expect(found([...month(), flow(day)])).toEqual([]);
});

test("takings far from the usual are told with the figures that say so", () => {
  const [anomaly, ...others] = found([...month(), flow(day, { received: 500n * UNIT })]);
  expect(others).toEqual([]);
  expect(anomaly).toMatchObject({ currency: "USDC", figure: "in", score: "26.98", threshold: 3 });
  expect(anomaly?.text.replaceAll("\u00a0", " ")).toBe(
    "Received 500.00 USDC; the median of the 28 days before is 100.00 USDC, their spread 10.00 USDC. Score 26.98, told beyond 3.",
  );
});

test("a day without takings is told too, as below the usual", () => {
  expect(found(month())).toMatchObject([{ figure: "in", score: "-6.74" }]);
});

test("refunds are measured by what comes in, since most days have none", () => {
  expect(found([...month(), flow(day, { refunds: 20n * UNIT })])).toEqual([]);
  const told = found([...month(), flow(day, { refunds: 90n * UNIT })]);
  expect(told).toMatchObject([{ figure: "refunds", score: "6.07" }]);
  expect(told[0]?.text).toMatch(/^Refunded /);
});

test("each currency is compared with itself alone", () => {
  const other = flow(day, { currency: "EURC", received: 500n * UNIT });
  expect(found([...month(), flow(day), other])).toEqual([]);
  const both = found([...month(), ...month("EURC"), flow(day), other]);
  expect(both).toMatchObject([{ currency: "EURC", figure: "in" }]);
});

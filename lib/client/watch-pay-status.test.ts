import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PayStatus } from "@/lib/contract/payments/hosted-pay";
import { type PayStage, watchPayStatus } from "./watch-pay-status";

class Source {
  static readonly CLOSED = 2;
  static open: Source[] = [];
  static made = 0;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    Source.made += 1;
    Source.open.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
    Source.open = Source.open.filter((other) => other !== this);
  }
}

let page: EventTarget & { hidden: boolean };
let asked = 0;
let told: PayStatus[] = [];
let live: boolean[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  Source.open = [];
  Source.made = 0;
  asked = 0;
  told = [];
  live = [];
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", page);
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("fetch", async () => {
    asked += 1;
    return Response.json({ status: "open" });
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch(stage: PayStage) {
  stop = watchPayStatus("/events", stage, {
    onStatus: (status) => told.push(status),
    onLink: (now) => live.push(now),
  });
}
async function show(visible: boolean) {
  page.hidden = !visible;
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test("a page that waits to be paid holds no stream, and asks now and then", async () => {
  watch("waiting");
  await pass(60);
  expect(Source.made).toBe(0);
  expect(asked).toBeGreaterThan(3);
  expect(told).toHaveLength(asked);
});

test("a payment on its way is streamed, and not asked for besides", async () => {
  watch("in_flight");
  expect(Source.open).toHaveLength(1);
  Source.open[0]?.onmessage?.({ data: JSON.stringify({ status: "seen" }) });
  await pass(60);
  expect(told).toEqual([{ status: "seen" }]);
  expect(live).toEqual([true]);
  expect(asked).toBe(0);
});

test("out of sight no stream stays open; the title is still kept up, more rarely", async () => {
  watch("in_flight");
  await show(false);
  expect(Source.open).toHaveLength(0);
  await pass(61);
  expect(asked).toBe(4);
  await show(true);
  expect(Source.open).toHaveLength(1);
  expect(asked).toBe(4);
});

test("a page that waits out of sight asks nothing, and at once when it is looked at again", async () => {
  watch("waiting");
  await show(false);
  await pass(600);
  expect(asked).toBe(0);
  await show(true);
  expect(asked).toBe(1);
});

test("a stream that breaks again and again gives way to asking", async () => {
  watch("in_flight");
  const [source] = Source.open;
  for (let failures = 0; failures < 3; failures++) source?.onerror?.();
  await pass(1);
  expect(Source.open).toHaveLength(0);
  expect(asked).toBe(1);
  expect(live.at(-1)).toBe(true);
});

test("a stream that ends and begins anew is no loss of the server; one that does not is", async () => {
  watch("in_flight");
  const [source] = Source.open;
  const tell = () => source?.onmessage?.({ data: JSON.stringify({ status: "seen" }) });
  tell();
  source?.onerror?.();
  await pass(3);
  tell();
  await pass(60);
  expect(live).toEqual([true, true]);
  // Two failures in a row, with no status between them.
  source?.onerror?.();
  source?.onerror?.();
  expect(live.at(-1)).toBe(false);
  tell();
  expect(live.at(-1)).toBe(true);
  // The next stream does not come.
  source?.onerror?.();
  await pass(6);
  expect(live.at(-1)).toBe(false);
  tell();
  source?.onerror?.();
  stop();
  await pass(6);
  expect(live.at(-1)).toBe(true);
  expect(asked).toBe(0);
});

test("a browser that is back on line looks at once", async () => {
  watch("waiting");
  window.dispatchEvent(new Event("offline"));
  expect(live).toEqual([false]);
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(live).toEqual([false, true]);
});

test("stopped, it neither asks nor listens", async () => {
  watch("in_flight");
  stop();
  await show(true);
  await pass(60);
  expect(Source.open).toHaveLength(0);
  expect(asked).toBe(0);
});

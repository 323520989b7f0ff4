import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchDemoWebhooks } from "./watch-demo-webhooks";

let page: EventTarget & { hidden: boolean };
let asked = 0;
let answer: () => Promise<Response>;
let told: unknown[] = [];
let live: boolean[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  asked = 0;
  told = [];
  live = [];
  answer = async () => Response.json({ data: [] });
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return answer();
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch() {
  stop = watchDemoWebhooks("/webhooks", 1_000, {
    onWebhooks: (webhooks) => told.push(webhooks),
    onLink: (now) => live.push(now),
  });
}
async function show(visible: boolean) {
  page.hidden = !visible;
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

test("it asks at once and then every second", async () => {
  watch();
  await pass(3.5);
  expect(asked).toBe(4);
  expect(told).toHaveLength(4);
  expect(live.every(Boolean)).toBe(true);
});

test("out of sight it asks nothing, and at once when it is looked at again", async () => {
  watch();
  await show(false);
  const before = asked;
  await pass(60);
  expect(asked).toBe(before);
  await show(true);
  expect(asked).toBe(before + 1);
  await pass(1.5);
  expect(asked).toBe(before + 2);
});

test("a receiver that does not answer is told, and asked again", async () => {
  answer = async () => new Response(null, { status: 503 });
  watch();
  await pass(0.5);
  answer = () => Promise.reject(new TypeError("refused"));
  await pass(1);
  expect(live).toEqual([false, false]);
  answer = async () => Response.json({ data: [] });
  await pass(1);
  expect(live).toEqual([false, false, true]);
  expect(told).toHaveLength(1);
});

test("an answer that comes after it was stopped is not told", async () => {
  let release = () => {};
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve(Response.json({ data: [] }));
    });
  watch();
  stop();
  release();
  await pass(5);
  expect(told).toEqual([]);
  expect(asked).toBe(1);
});

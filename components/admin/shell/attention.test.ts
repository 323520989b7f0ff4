import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { attention, watchAttention } from "./attention";

let stop: () => void;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("document", page);
  stop = watchAttention();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);

test("a page that stands unused reads nothing anew after five minutes, until it is used", () => {
  minutes(4);
  expect(attention.get()).toBe("here");
  minutes(2);
  expect(attention.get()).toBe("away");
  page.dispatchEvent(new Event("keydown"));
  expect(attention.get()).toBe("here");
});

test("other pages are told of a use without a pause too", () => {
  let seen = 0;
  vi.stubGlobal("localStorage", {
    getItem: () => String(seen),
    setItem: (_name: string, text: string) => {
      seen = Number(text);
    },
  });
  for (let key = 0; key < 72; key += 1) {
    vi.advanceTimersByTime(5_000);
    page.dispatchEvent(new Event("keydown"));
  }
  expect(Date.now() - seen).toBeLessThanOrEqual(15_000);
});

test("after 30 minutes it is over for good, also when a key wakes the computer", () => {
  minutes(29);
  expect(attention.get()).toBe("away");
  vi.setSystemTime(Date.now() + 3_600_000);
  page.dispatchEvent(new Event("keydown"));
  expect(attention.get()).toBe("gone");
  page.dispatchEvent(new Event("pointerdown"));
  minutes(1);
  expect(attention.get()).toBe("gone");
});

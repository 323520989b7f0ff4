import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keep, keepInTab, kept, keptInTab } from "./browser-storage";

/** A browser's storage; `isFull` refuses writes, `isBlocked` every use. */
function storage(stored: Map<string, string>, { isFull = false, isBlocked = false } = {}) {
  const check = (isRefused: boolean) => {
    if (isRefused || isBlocked) throw new DOMException("The quota has been exceeded.");
  };
  return {
    getItem(name: string) {
      check(false);
      return stored.get(name) ?? null;
    },
    setItem(name: string, text: string) {
      check(isFull);
      stored.set(name, text);
    },
    removeItem(name: string) {
      check(false);
      stored.delete(name);
    },
  };
}

let stored: Map<string, string>;
const stub = (name: "localStorage" | "sessionStorage", fault = {}) =>
  vi.stubGlobal(name, storage(stored, fault));

beforeEach(() => {
  stored = new Map();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a browser", () => {
  test("keeps a text until it is forgotten", () => {
    stub("localStorage");
    expect(kept("a")).toBeNull();
    expect(keep("a", "text")).toBe(true);
    expect([kept("a"), [...stored]]).toEqual(["text", [["a", "text"]]]);
    expect(keep("a", null)).toBe(true);
    expect([kept("a"), stored.size]).toEqual([null, 0]);
  });

  test.each([{ isFull: true }, { isBlocked: true }])("that keeps nothing says so: %j", (fault) => {
    stub("localStorage", fault);
    expect(keep("a", "text")).toBe(false);
    expect(kept("a")).toBeNull();
  });
});

describe("a tab", () => {
  test("keeps a text in the browser, over a reload, until it is forgotten", () => {
    stub("sessionStorage");
    keepInTab("a", "text");
    expect([keptInTab("a"), [...stored]]).toEqual(["text", [["a", "text"]]]);
    keepInTab("a", null);
    expect([keptInTab("a"), stored.size]).toEqual([null, 0]);
  });

  test.each([{ isFull: true }, { isBlocked: true }])(
    "keeps by itself what its browser does not: %j",
    (fault) => {
      stub("sessionStorage", fault);
      keepInTab("a", "text");
      expect(keptInTab("a")).toBe("text");
      keepInTab("a", "another");
      expect(keptInTab("a")).toBe("another");
      keepInTab("a", null);
      expect(keptInTab("a")).toBeNull();
    },
  );

  test("does not find what it kept by itself once its browser keeps a newer text", () => {
    stub("sessionStorage", { isFull: true });
    keepInTab("a", "older");
    stub("sessionStorage");
    keepInTab("a", "newer");
    stored.clear();
    expect(keptInTab("a")).toBeNull();
  });
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepInTab } from "@/lib/client/browser-storage";
import { emailFor } from "./typed-email";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("mails go to what was typed, and until then to what was given before the page", () => {
  expect(emailFor("plan_1", null)).toBe("");
  expect(emailFor("plan_1", "given@example.com")).toBe("given@example.com");
  keepInTab("stipend-email-plan_1", "typed@example.com");
  expect(emailFor("plan_1", "given@example.com")).toBe("typed@example.com");
  keepInTab("stipend-email-plan_1", "");
  expect(emailFor("plan_1", "given@example.com")).toBe("");
});

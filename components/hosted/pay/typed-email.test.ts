import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepInTab } from "@/lib/client/browser-storage";
import { emailPattern } from "@/lib/core/mails/email-pattern";
import { emailFor, emailForm } from "./typed-email";

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

test.each([
  ...["ada@x.example", "ada.l+k@mail.x.example", "o'neil@x.example", "a_b-c@x.co"],
  ...[
    "ada@gmail",
    "o!x@example.com",
    "a..b@x.example",
    ".a@x.example",
    "a.@x.example",
    "a'@x.example",
  ],
])("the form takes %s where the API does", (address) => {
  // As browsers read the attribute `pattern`.
  const typed = new RegExp(`^(?:${emailForm})$`, "v");
  expect(typed.test(address)).toBe(emailPattern.test(address));
});

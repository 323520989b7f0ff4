import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepInTab } from "@/lib/client/browser-storage";
import { email } from "@/lib/contract/fields";
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
  ...["ada@x.xn--p1ai", "ada@bücher.example", "ada@почта.рф"],
  ...[
    "ada@gmail",
    "o!x@example.com",
    "a..b@x.example",
    ".a@x.example",
    "a.@x.example",
    "a'@x.example",
  ],
  // Their last labels are no words.
  ...["ada@x.c", "ada@x.c0m", "ada@x.com1", "ada@x.co-m", "ada@192.0.2.7", "ada@x.1234"],
])("the form takes %s where the API does", (address) => {
  // As browsers read the attribute `pattern`.
  const typed = new RegExp(`^(?:${emailForm})$`, "v");
  expect(typed.test(address)).toBe(email.safeParse(address).success);
});

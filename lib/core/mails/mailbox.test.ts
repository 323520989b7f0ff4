import { expect, test } from "vitest";
import { emailPattern } from "./email-pattern";
import { domainOf, isMailAddress, parseMailbox } from "./mailbox";

test("a mailbox is an address, or a name with one", () => {
  expect(parseMailbox("ada@Example.com")).toEqual({ name: null, address: "ada@example.com" });
  expect(parseMailbox("Ada Lovelace <ada@example.com>")).toEqual({
    name: "Ada Lovelace",
    address: "ada@example.com",
  });
  expect(parseMailbox("Bücher <ada@Bücher.example>")?.address).toBe("ada@xn--bcher-kva.example");
  expect(parseMailbox("root@localhost")?.address).toBe("root@localhost");
});

test.each([
  "",
  "ada",
  "Ada <ada@example.com",
  "Ada\r\nBcc: eve@example.com <ada@example.com>",
  'Ada "A" <ada@example.com>',
  "Ada <<ada@example.com>>",
  "Ada <ada@example.com>, Eve <eve@example.com>",
  `${"n".repeat(81)} <ada@example.com>`,
  '"ada lovelace"@example.com',
  "ada@[127.0.0.1]",
  ".ada@example.com",
  "ada..l@example.com",
  "ada@-example.com",
  "ada@example-.com",
])("%j is no mailbox", (text) => {
  expect(parseMailbox(text)).toBeNull();
});

test("an address is at most as long as mail servers take it", () => {
  const address = (length: number) => `${"a".repeat(length - 12)}@example.com`;
  expect(isMailAddress(address(320))).toBe(true);
  expect(isMailAddress(address(321))).toBe(false);
});

test("the domain is what follows the last @", () => {
  expect(domainOf("a@b@example.com")).toBe("example.com");
});

test("the API takes what most mail servers do: a domain with a dot, whose last label is a word", () => {
  for (const right of [
    "ada@example.com",
    "ada+shop@mail.example.co",
    "o'neil@example.com",
    "ada@example.xn--p1ai",
  ]) {
    expect(emailPattern.test(right), right).toBe(true);
  }
  for (const wrong of [
    ...["ada@localhost", "ada@example.c", "ada@example.1234", ".ada@example.com"],
    ...["ada.@example.com", "a..b@example.com", "a b@example.com", "ada@-example.com"],
    ...["ada@example.com\n", "ada@example.com, eve@example.com"],
  ]) {
    expect(emailPattern.test(wrong), wrong).toBe(false);
  }
});

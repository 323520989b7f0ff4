import { expect, test } from "vitest";
import { readEventPath } from "./event-path";

const event = { data: { chainId: 31337, nested: { id: "x" }, none: null } };

test.each([
  ["event.data.chainId", 31337],
  ["event.data.nested.id", "x"],
  ["event.data.none", null],
  ["event.data.missing.deeper", undefined],
  ["event.data.none.deeper", undefined],
  ["event.data.toString", undefined],
  ["event.data.__proto__", undefined],
])("%s is %s", (source, expected) => {
  expect(readEventPath(source)(event)).toBe(expected);
});

test.each([
  "",
  "event",
  "event.",
  "event.data.",
  "async.data.a",
  "event.data['a']",
  "event.data.a == 'x'",
  "event.data.a + event.data.b",
  "event.data.a && event.data.b",
  "!event.data.a",
  "size(event.data.a)",
  "'event.data.a'",
])("%s is refused", (source) => {
  expect(() => readEventPath(source)).toThrow("Unsupported expression");
});

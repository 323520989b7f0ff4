import { expect, test } from "vitest";
import { isTypingKey } from "./is-typing-key";

const none = { altKey: false, ctrlKey: false, metaKey: false };

test.each(["1", "٣", "Backspace", "Delete", "ArrowUp", "ArrowDown"])("%s edits a date", (key) => {
  expect(isTypingKey({ ...none, key })).toBe(true);
});

test.each([
  { key: " " },
  { key: "F4" },
  { key: "ArrowDown", altKey: true },
  { key: "v", ctrlKey: true },
  { key: "v", metaKey: true },
  { key: "ArrowRight" },
  { key: "Tab" },
  { key: "Enter" },
])("%o edits no part of a date", (change) => {
  expect(isTypingKey({ ...none, ...change })).toBe(false);
});

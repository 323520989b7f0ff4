import { expect, test } from "vitest";
import { isDeeperThan } from "./json-bounds";

const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

test("as deep as allowed is not deeper, and one more is", () => {
  for (const nest of [arrays, objects]) {
    expect(isDeeperThan(32, nest(32))).toBe(false);
    expect(isDeeperThan(32, nest(33))).toBe(true);
  }
});

test("what lies side by side is not deep", () => {
  expect(isDeeperThan(32, `[${Array(1_000).fill(objects(30)).join(",")}]`)).toBe(false);
});

test("brackets inside a string count for nothing, however its quotes are escaped", () => {
  const brackets = "[{".repeat(500);
  expect(isDeeperThan(32, JSON.stringify({ a: brackets }))).toBe(false);
  expect(isDeeperThan(32, JSON.stringify({ a: `\\"${brackets}\\\\"` }))).toBe(false);
  expect(isDeeperThan(32, JSON.stringify([`\\`, "x"]).replace('"x"', arrays(40)))).toBe(true);
});

test("text that never closes is deep as well", () => {
  expect(isDeeperThan(32, "[".repeat(250_000))).toBe(true);
});

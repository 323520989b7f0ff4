import { expect, it, test } from "vitest";
import { impreciseNumber, isDeeperThan, readJson } from "./json-bounds";

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

it.each([
  "0",
  "-0",
  "1.10",
  "0.1",
  "1e3",
  "1E-7",
  "100000000000000000000000",
  "9007199254740991",
  "-123456.78901234567",
  "1.7976931348623157e308",
  "5e-324",
  '"12345678901234567890"',
  '"\\"12345678901234567890"',
])("%s is read as it is", (text) => {
  expect(readJson(text)).toEqual(JSON.parse(text));
});

it.each([
  "9007199254740993",
  "12345678901234567890",
  "-12345678901234567891",
  "0.12345678901234567891",
  "1e400",
  "1e-400",
  "1.00000000000000000001",
])("%s would lose digits", (text) => {
  expect(readJson(text)).toBe(impreciseNumber);
  expect(readJson(`{"a":["1e400",${text},1.5,"\\\\",{"b":"${text}"}]}`)).toEqual({
    a: ["1e400", impreciseNumber, 1.5, "\\", { b: text }],
  });
});

it("refuses what is not JSON, however many digits it has", () => {
  for (const text of ["12345678901234567890 1", "{1e400}", ""]) {
    expect(() => readJson(text)).toThrow(SyntaxError);
  }
});

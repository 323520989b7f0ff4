import { expect, test } from "vitest";
import { newPuzzle } from "@/lib/adapters/challenge/altcha";
import { solveFast } from "@/testing/solve-puzzle";
import { findNumber } from "./find-number";

const pepper = { API_KEY_PEPPER: Buffer.alloc(32, 1).toString("base64") };
const sliceMs = Number.POSITIVE_INFINITY;
const ways = { browser: crypto.subtle, script: undefined };

test.each(Object.entries(ways))("finds the number by the %s's SHA-256", async (_name, subtle) => {
  const puzzle = newPuzzle(pepper);
  const { number } = JSON.parse(Buffer.from(solveFast(puzzle), "base64").toString());
  expect(await findNumber(puzzle, { subtle, sliceMs })).toBe(number);
  // The last number there is counts, too; one past it does not.
  expect(await findNumber({ ...puzzle, maxnumber: number }, { subtle, sliceMs })).toBe(number);
  expect(await findNumber({ ...puzzle, maxnumber: number - 1 }, { subtle, sliceMs })).toBeNull();
});

test("lets others have a turn while a script works it out", async () => {
  const puzzle = { ...newPuzzle(pepper), challenge: "0".repeat(64), maxnumber: 5_000 };
  let turns = 0;
  const clock = setInterval(() => {
    turns += 1;
  }, 0);
  expect(await findNumber(puzzle, { subtle: undefined, sliceMs: 0 })).toBeNull();
  clearInterval(clock);
  expect(turns).toBeGreaterThan(0);
});

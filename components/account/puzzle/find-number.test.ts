import { expect, test } from "vitest";
import { newPuzzle } from "@/lib/adapters/challenge/altcha";
import { solveFast } from "@/testing/solve-puzzle";
import { findNumber } from "./find-number";

const pepper = { API_KEY_PEPPER: Buffer.alloc(32, 1).toString("base64") };

test("finds the number of a puzzle, the last one there is, and none past it", async () => {
  const puzzle = newPuzzle(pepper, "login");
  const { number } = JSON.parse(Buffer.from(solveFast(puzzle), "base64").toString());
  expect(await findNumber(puzzle)).toBe(number);
  expect(await findNumber({ ...puzzle, maxnumber: number })).toBe(number);
  expect(await findNumber({ ...puzzle, maxnumber: number - 1 })).toBeNull();
});

test("lets others have a turn", async () => {
  const puzzle = { ...newPuzzle(pepper, "login"), challenge: "0".repeat(64), maxnumber: 5_000 };
  let turns = 0;
  const clock = setInterval(() => {
    turns += 1;
  }, 0);
  expect(await findNumber(puzzle, 0)).toBeNull();
  clearInterval(clock);
  expect(turns).toBeGreaterThan(0);
});

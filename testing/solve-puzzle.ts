import { createHash } from "node:crypto";
import type { Puzzle } from "@/lib/adapters/challenge/altcha";

/** Solves a bot challenge faster than a browser does. */
export function solveFast(puzzle: Puzzle): string {
  const { algorithm, challenge, maxnumber, salt, signature } = puzzle;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash("sha256").update(`${salt}${number}`).digest("hex") === challenge) {
      return Buffer.from(
        JSON.stringify({ algorithm, challenge, number, salt, signature }),
      ).toString("base64");
    }
  }
  throw new Error("the puzzle has no solution");
}

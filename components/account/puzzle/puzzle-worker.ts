import { findNumber, type NumberPuzzle } from "./find-number";

/** The worker of `solve-puzzle.ts`: it is sent a puzzle, and answers with its number, or with null. */
addEventListener("message", async ({ data }: MessageEvent<NumberPuzzle>) => {
  postMessage(await findNumber(data));
});

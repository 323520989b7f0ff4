import { findNumber, type NumberPuzzle } from "./find-number";

/** The worker of `solve-puzzle.ts`: it is sent a puzzle, and answers with its number, or with null. */
addEventListener("message", async ({ data }: MessageEvent<NumberPuzzle>) => {
  const solver = { subtle: globalThis.crypto?.subtle, sliceMs: Number.POSITIVE_INFINITY };
  postMessage(await findNumber(data, solver));
});

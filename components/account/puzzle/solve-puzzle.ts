import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getChallenge } from "@/lib/contract/identity/challenge";
import { findNumber, type NumberPuzzle } from "./find-number";

export type Puzzle = NonNullable<ReceivedOutput<typeof getChallenge>["puzzle"]>;

/** So long the page does not answer at most: less than a frame. */
const SLICE_MS = 12;

/**
 * Works out a puzzle: in a worker, so that the page answers meanwhile, or in slices where there is none.
 * @returns the solution, as ALTCHA's widget sends it
 * @throws Error when no number is right
 */
export async function solvePuzzle(puzzle: Puzzle): Promise<string> {
  const { algorithm, challenge, salt, signature } = puzzle;
  const number = await findInWorker(puzzle).catch(() => findNumber(puzzle, SLICE_MS));
  if (number === null) throw new Error("the puzzle has no solution");
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

async function findInWorker({ challenge, maxnumber, salt }: NumberPuzzle): Promise<number | null> {
  const worker = new Worker(new URL("./puzzle-worker.ts", import.meta.url));
  try {
    return await new Promise<number | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<number | null>) => resolve(data);
      worker.onerror = () => reject(new Error("the worker did not start"));
      worker.postMessage({ challenge, maxnumber, salt });
    });
  } finally {
    worker.terminate();
  }
}

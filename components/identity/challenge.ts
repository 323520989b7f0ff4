import { sha256 } from "viem/utils";
import { callOwnAccount } from "@/lib/client/own-account";
import type { getChallenge, verifyChallenge } from "@/lib/contract/challenge";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import { askTurnstile } from "./turnstile";

/** So long the page does not answer at most: less than a frame. */
const SLICE_MS = 12;
const text = new TextEncoder();

type Challenge = ReceivedOutput<typeof getChallenge>;
export type Puzzle = NonNullable<Challenge["puzzle"]>;

/**
 * Works out a puzzle by trying every number, in slices between which the page answers.
 * @throws Error when no number is right
 */
export async function solvePuzzle(puzzle: Puzzle): Promise<string> {
  const { algorithm, challenge, maxnumber, salt, signature } = puzzle;
  const wanted = `0x${challenge}`;
  let pauseAt = performance.now() + SLICE_MS;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (sha256(text.encode(`${salt}${number}`)) === wanted) {
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    }
    if (number % 64 === 0 && performance.now() > pauseAt) {
      await new Promise((resume) => setTimeout(resume, 0));
      pauseAt = performance.now() + SLICE_MS;
    }
  }
  throw new Error("the puzzle has no solution");
}

/**
 * Asks for a bot challenge and solves it: by itself, or with Cloudflare's widget where the server wants that.
 * @returns the solution, to be sent to `POST /v1/auth/turnstile/verify`
 */
async function solveChallenge(): Promise<string> {
  const route = { method: "GET", path: "/v1/auth/challenge", isPublic: true } as const;
  const { puzzle, siteKey } = await callOwnAccount<typeof getChallenge>(route, {});
  if (puzzle) return solvePuzzle(puzzle);
  return askTurnstile(siteKey ?? "");
}

/**
 * Lets this browser sign up, sign in and ask for codes for the next ten minutes. What is refused with
 * `challenge_required` wants it, and is to be sent again afterwards.
 */
export async function passChallenge(): Promise<void> {
  const token = await solveChallenge();
  const route = { method: "POST", path: "/v1/auth/turnstile/verify", isPublic: true } as const;
  // The pass is a cookie.
  await callOwnAccount<typeof verifyChallenge>(route, { token });
}

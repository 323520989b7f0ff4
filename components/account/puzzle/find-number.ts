import { sha256 } from "viem/utils";

/** What a puzzle asks: the number that makes `challenge`, in hex, of `salt`. */
export interface NumberPuzzle {
  readonly challenge: string;
  /** The number is at most this. */
  readonly maxnumber: number;
  readonly salt: string;
}

const text = new TextEncoder();

/**
 * Finds the number of a puzzle by trying every one. WebCrypto is slower at it: each digest of a few bytes is a task of
 * its own (`npm run bench:sign-in`), and a page over plain http has none.
 * @param sliceMs after how many milliseconds others get a turn; a worker has none to wait for it
 * @returns null when no number is right
 */
export async function findNumber(
  { challenge, maxnumber, salt }: NumberPuzzle,
  sliceMs = Number.POSITIVE_INFINITY,
): Promise<number | null> {
  const isWanted = comparedTo(challenge);
  let pauseAt = performance.now() + sliceMs;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (isWanted(sha256(text.encode(`${salt}${number}`), "bytes"))) return number;
    if (number % 64 === 0 && performance.now() > pauseAt) {
      await new Promise((resume) => setTimeout(resume, 0));
      pauseAt = performance.now() + sliceMs;
    }
  }
  return null;
}

/** Tells a digest by its bytes: written as hex first, each would take twice as long. */
function comparedTo(challenge: string): (digest: Uint8Array) => boolean {
  const wanted = (challenge.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  return (digest) => wanted.every((byte, at) => byte === digest[at]);
}

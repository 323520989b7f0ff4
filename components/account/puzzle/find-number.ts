import { sha256 } from "viem/utils";

/** What a puzzle asks: the number that makes `challenge`, in hex, of `salt`. */
export interface NumberPuzzle {
  readonly challenge: string;
  /** The number is at most this. */
  readonly maxnumber: number;
  readonly salt: string;
}

/** How SHA-256 is worked out. */
export interface Solver {
  /** The browser's own; undefined where a page has none, as over plain http. */
  readonly subtle: Pick<SubtleCrypto, "digest"> | undefined;
  /** After how many milliseconds others get a turn; a worker has none to wait for it. */
  readonly sliceMs: number;
}

const text = new TextEncoder();
/** Digests that are under way at once: asked for one by one, most of the time would be spent waiting. */
const BATCH = 256;

/**
 * Finds the number of a puzzle by trying every one.
 * @returns null when no number is right
 */
export function findNumber(puzzle: NumberPuzzle, solver: Solver): Promise<number | null> {
  const { subtle, sliceMs } = solver;
  return subtle ? findByBrowser(puzzle, subtle) : findByScript(puzzle, sliceMs);
}

async function findByBrowser(
  { challenge, maxnumber, salt }: NumberPuzzle,
  subtle: Pick<SubtleCrypto, "digest">,
): Promise<number | null> {
  const isWanted = comparedTo(challenge);
  for (let first = 0; first <= maxnumber; first += BATCH) {
    const count = Math.min(BATCH, maxnumber + 1 - first);
    const digests = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        subtle.digest("SHA-256", text.encode(`${salt}${first + at}`)),
      ),
    );
    const found = digests.findIndex((digest) => isWanted(new Uint8Array(digest)));
    if (found >= 0) return first + found;
  }
  return null;
}

async function findByScript(
  { challenge, maxnumber, salt }: NumberPuzzle,
  sliceMs: number,
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

export interface Sharing {
  /** How long an answer counts, from when it was asked for. */
  readonly maxAgeMs: number;
  /** A reading that has not ended after this is given up, and the next one may begin. */
  readonly abandonMs?: number;
}

const ABANDON_MS = 15_000;

interface Reading<T> {
  readonly startedAt: number;
  readonly answer: Promise<T>;
}

/**
 * Makes a reading that its callers share: one is under way at a time, and its answer is given again
 * while it is young. Something that hangs is asked once, however many wait for it. Errors are not kept.
 */
export function singleFlight<T>(read: () => Promise<T>, sharing: Sharing): () => Promise<T> {
  const { maxAgeMs, abandonMs = ABANDON_MS } = sharing;
  let last: Reading<T> | undefined;
  let isPending = false;
  return () => {
    const age = last ? performance.now() - last.startedAt : Number.POSITIVE_INFINITY;
    if (last && age < (isPending ? abandonMs : maxAgeMs)) return last.answer;
    const reading: Reading<T> = { startedAt: performance.now(), answer: read() };
    last = reading;
    isPending = true;
    reading.answer.then(
      () => {
        if (last === reading) isPending = false;
      },
      () => {
        if (last !== reading) return;
        isPending = false;
        last = undefined;
      },
    );
    return reading.answer;
  };
}

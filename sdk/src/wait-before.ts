import { StipendConnectionError, StipendError } from "./errors";

const FIRST_MS = 500;
const LONGEST_MS = 8_000;
/** A longer wait is left to the caller. */
const LONGEST_ASKED_SECONDS = 60;

/** What is known of an attempt that failed. */
export interface Failure {
  readonly error: unknown;
  /** How many attempts were made before it. */
  readonly attempt: number;
  /** However often it arrives, it is executed once: a read, or a write with an `Idempotency-Key`. */
  readonly isRepeatable: boolean;
}

/**
 * After how many milliseconds a failed attempt is repeated, or null when it is not: what was refused would be
 * refused again, and what may have been executed is repeated only where that is safe.
 */
export function waitBefore({ error, attempt, isRepeatable }: Failure): number | null {
  if (error instanceof StipendConnectionError) {
    const isRefused = error.status !== undefined && error.status >= 400 && error.status < 500;
    return isRepeatable && !isRefused ? backoff(attempt) : null;
  }
  if (!(error instanceof StipendError)) return null;
  const { code, reason, status, retryAfterSeconds = 0 } = error;
  // It was not executed.
  const isEarly = code === "rate_limited" || reason === "in_flight";
  if (!isEarly && !(status >= 500 && isRepeatable)) return null;
  if (retryAfterSeconds > LONGEST_ASKED_SECONDS) return null;
  return Math.max(retryAfterSeconds * 1_000, backoff(attempt));
}

/** Doubles with each attempt; half of it is random, so that clients that failed together come back apart. */
function backoff(attempt: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return full * (0.5 + Math.random() / 2);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait after each attempt that gave no picture: two days in all. */
const waits: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/**
 * How long to wait before a picture is asked for again.
 * @param attempts how many were made
 * @returns seconds, or null when that was the last attempt
 */
export function secondsToNextAttempt(attempts: number): number | null {
  return waits[attempts - 1] ?? null;
}

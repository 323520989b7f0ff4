const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The delays of Inngest's own server, so that both modes retry on the same schedule. */
const delays = [
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  40 * MINUTE,
  60 * MINUTE,
  120 * MINUTE,
];
const MAX_JITTER = 30 * SECOND;

/**
 * Milliseconds to wait after a failed attempt.
 * @param attempt failed attempts before this one
 * @param random in [0, 1), spreads retries over up to 30 seconds
 */
export function retryDelay(attempt: number, random: number): number {
  const delay = delays[Math.min(attempt, delays.length - 1)] ?? 0;
  return delay + Math.floor(random * MAX_JITTER);
}

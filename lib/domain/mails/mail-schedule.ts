const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait before each attempt, counted from the one before it: two days in all. */
export const mailScheduleSeconds: readonly number[] = [
  0,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Each wait is lengthened or shortened by up to this share, so that retries do not come in waves. */
const JITTER = 0.2;

/**
 * How long to wait before the next attempt.
 * @param attempts how many were made
 * @param random evenly distributed in [0, 1)
 * @returns seconds, or null when that was the last attempt
 */
export function secondsToNextMail(attempts: number, random: number): number | null {
  const scheduled = mailScheduleSeconds[attempts];
  return scheduled === undefined ? null : scheduled * (1 + JITTER * (2 * random - 1));
}

import type { Mode } from "@/lib/core/modes";

/** What a receiver made of an attempt, as far as the schedule cares. */
export interface AttemptOutcome {
  /** The HTTP status, or null when none came. */
  status: number | null;
  timedOut: boolean;
  /** The `Retry-After` header, as sent. */
  retryAfter: string | null;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds to wait before each attempt, counted from the one before it; the first goes out at once. */
export const scheduleSeconds: Record<Mode, readonly number[]> = {
  live: [
    0,
    5,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  test: [0, 5, 5 * MINUTE],
};

/** Each wait is lengthened or shortened by up to this share, so that retries do not come in waves. */
const JITTER = 0.2;
/** What a receiver gets that is out of breath and does not say how long. */
const BREATHER_SECONDS = MINUTE;
/** Of what a receiver asks for, this much counts: a wrong clock must not stop its webhooks. */
const MAX_ASKED_SECONDS = HOUR;
const throttling = new Set([429, 503]);

/** Whether a receiver took the event: 2xx, nothing else. */
export function isAccepted({ status }: Pick<AttemptOutcome, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * How long to wait before the next attempt after one that failed.
 * A receiver that says `Retry-After` with 429 or 503 gets the longer of the scheduled wait and what it
 * asked for, of which an hour at most counts; one that timed out or throttles without saying gets a
 * minute at least.
 * @param attempts how many were made, this one included
 * @param random evenly distributed in [0, 1)
 * @returns seconds, or null when that was the last attempt
 */
export function secondsToNextAttempt(
  mode: Mode,
  attempts: number,
  outcome: AttemptOutcome,
  { random, now }: { random: number; now: Date },
): number | null {
  const scheduled = scheduleSeconds[mode][attempts];
  if (scheduled === undefined) return null;
  const wait = scheduled * (1 + JITTER * (2 * random - 1));
  const asked = throttling.has(outcome.status ?? 0)
    ? parseRetryAfter(outcome.retryAfter, now)
    : null;
  if (asked !== null) return Math.max(wait, Math.min(asked, MAX_ASKED_SECONDS));
  const outOfBreath = outcome.timedOut || outcome.status === 429;
  return outOfBreath ? Math.max(wait, BREATHER_SECONDS) : wait;
}

/** A date as senders write it, and the two obsolete forms that are to be read too (RFC 9110 §5.6.7). */
const dateForms = [
  /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/,
  /^[A-Z][a-z]+day, [0-9]{2}-[A-Z][a-z]{2}-[0-9]{2} [0-9:]{8} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} [0-9]{4}$/,
];

/** The seconds that a `Retry-After` header asks for (RFC 9110 §10.2.3), or null when it is malformed. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? "";
  if (/^[0-9]+$/.test(text)) return Number(text);
  if (!dateForms.some((form) => form.test(text))) return null;
  const time = Date.parse(text.endsWith(" GMT") ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : Math.max(0, (time - now.getTime()) / 1000);
}

import type { DayRange } from "@/lib/core/insight/day-range";

const DAY_MS = 86_400_000;
/** The first day of 1970 was a Thursday. */
const MONDAY_OFFSET = 3;

/**
 * The last week (UTC) that is over, from Monday to Monday (ISO 8601).
 * @example lastWeek(new Date("2026-11-29")) // from 2026-11-16 to 2026-11-23
 */
export function lastWeek(now: Date): DayRange {
  const day = Math.floor(now.getTime() / DAY_MS) + MONDAY_OFFSET;
  const monday = day - (day % 7) - MONDAY_OFFSET;
  return { from: new Date((monday - 7) * DAY_MS), to: new Date(monday * DAY_MS) };
}

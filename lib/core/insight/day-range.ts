/** Whole days in UTC, the last one excluded. */
export interface DayRange {
  /** Midnight of the first day. */
  readonly from: Date;
  /** Midnight after the last day. */
  readonly to: Date;
}

const DAY_MS = 86_400_000;
export const MOST_DAYS = 366;

/** Midnight (UTC) at or before an instant. */
const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
/** Midnight (UTC) at or after an instant. */
const endOfDay = (at: Date) => new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);

/**
 * The days that lie between two instants, in whole or in part.
 * @param given.days how many there are where an end is not given; `to` is then the end of today
 * @returns `reversed` where `from` is not before `to`, `too_long` beyond 366 days
 */
export function dayRange(
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  { now, days }: { now: Date; days: number },
): DayRange | "reversed" | "too_long" {
  if (from && to && from >= to) return "reversed";
  const end = to ? endOfDay(to) : new Date(startOfDay(now).getTime() + DAY_MS);
  const start = from ? startOfDay(from) : new Date(end.getTime() - days * DAY_MS);
  if (start >= end) return "reversed";
  return daysOf({ from: start, to: end }) > MOST_DAYS ? "too_long" : { from: start, to: end };
}

/** The days that lie wholly between two instants. Where none does, both ends are the midnight at or after `from`. */
export function wholeDays({ from, to }: { from: Date; to: Date }): DayRange {
  const [start, end] = [endOfDay(from), startOfDay(to)];
  return { from: start, to: end < start ? start : end };
}

/** The last `days` days that are over. */
export function lastDays(now: Date, days: number): DayRange {
  const to = startOfDay(now);
  return { from: new Date(to.getTime() - days * DAY_MS), to };
}

/** As many days directly before a range. */
export const rangeBefore = (range: DayRange): DayRange => ({
  from: new Date(range.from.getTime() - daysOf(range) * DAY_MS),
  to: range.from,
});

/** How many days a range has. */
const daysOf = ({ from, to }: DayRange) => (to.getTime() - from.getTime()) / DAY_MS;

/** A day as `2026-04-27`. */
export const dayText = (day: Date) => day.toISOString().slice(0, 10);

/** Every day of a range as `2026-04-27`, the oldest first. */
export function eachDay(range: DayRange): string[] {
  return Array.from({ length: daysOf(range) }, (_, place) =>
    dayText(new Date(range.from.getTime() + place * DAY_MS)),
  );
}

/** The parts of a range that lie in one month each, named as `2026-04`, the oldest first. */
export function eachMonth({ from, to }: DayRange): (DayRange & { readonly month: string })[] {
  const months: (DayRange & { month: string })[] = [];
  let start = from;
  while (start < to) {
    const next = new Date(start);
    next.setUTCMonth(start.getUTCMonth() + 1, 1);
    const end = next < to ? next : to;
    months.push({ month: start.toISOString().slice(0, 7), from: start, to: end });
    start = end;
  }
  return months;
}

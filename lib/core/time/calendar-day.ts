import { memoize } from "@/lib/core/memoize";
import { defaultTimeZone, timeZoneNamed } from "./time-zone";

/** Formatters are made once: that takes longer than formatting. A zone that this system does not know is UTC. */
const daysOf = memoize(
  (timeZone: string) =>
    new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      timeZone: timeZoneNamed(timeZone) ?? defaultTimeZone,
    }),
);

/**
 * The day that the calendar of a time zone shows at an instant, as YYYY-MM-DD: the same for every reader.
 * @param at a date, or ISO 8601
 * @example calendarDay("2026-12-04T18:00:00Z", "Pacific/Auckland") // "2026-12-05"
 */
export function calendarDay(at: Date | string, timeZone: string): string {
  const parts = daysOf(timeZone).formatToParts(new Date(at));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`;
}

const wordsOf = memoize(
  (locale: string) =>
    new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    }),
);

/** A day in words, which belongs to no time zone. @param day YYYY-MM-DD */
export function dayInWords(day: string, locale: string): string {
  return wordsOf(locale).format(new Date(`${day}T00:00:00Z`));
}

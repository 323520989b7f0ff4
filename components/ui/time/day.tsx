import { calendarDay, dayInWords } from "@/lib/core/time/calendar-day";

interface Props {
  /** ISO 8601. */
  iso: string;
  /** The merchant's. */
  timeZone: string;
  locale: string;
}

/** The day of an instant by the merchant's calendar: every reader sees the same one, as mails and documents have it. */
export function Day({ iso, timeZone, locale }: Props) {
  const day = calendarDay(iso, timeZone);
  return <time dateTime={day}>{dayInWords(day, locale)}</time>;
}

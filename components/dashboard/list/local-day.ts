const DAY_MS = 86_400_000;
const FIRST_YEAR = 1970;

/** Whether a date can be meant: one before 1970 is of a year that is not typed to its end. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && Number(text.slice(0, 4)) >= FIRST_YEAR;

/**
 * The instant at which a day of the reader's time zone begins; for the last day of a span the end of it, which is the
 * next day's beginning.
 * @param day as a date field gives it, e.g. `2026-11-24`
 */
export function instantOf(day: string, edge: "first" | "last"): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const at = new Date(FIRST_YEAR, 0);
  // Unlike the constructor, it takes the years 0 to 99 as they are.
  at.setFullYear(year, month - 1, edge === "first" ? date : date + 1);
  return at.toISOString();
}

/** The day of the reader's time zone that `instantOf` made an instant of; empty for what is no instant. */
export function dayOf(iso: string, edge: "first" | "last"): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  // An hour before the end of a day is still that day, also where clocks were changed.
  const within = edge === "first" ? at : new Date(at.getTime() - DAY_MS / 24);
  const parts = [within.getFullYear(), within.getMonth() + 1, within.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, "0")).join("-");
}

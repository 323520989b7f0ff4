const MINUTE = 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * A length of time in one unit, rounded up, as people say it: "45 seconds", "3 minutes", "23 hours", "12 days".
 * @param seconds negative counts as none
 */
export function formatDuration(seconds: number, locale: string): string {
  const left = Math.max(0, seconds);
  const [value, unit] = inUnit(left);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

function inUnit(seconds: number): [number, "second" | "minute" | "hour" | "day"] {
  if (seconds <= 90) return [Math.ceil(seconds), "second"];
  if (seconds < 100 * MINUTE) return [Math.ceil(seconds / MINUTE), "minute"];
  if (seconds < 2 * DAY) return [Math.round(seconds / HOUR), "hour"];
  return [Math.round(seconds / DAY), "day"];
}

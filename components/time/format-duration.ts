const MINUTE = 60;
const HOUR = 3_600;

/**
 * A length of time in one unit, rounded up, as people say it: "45 seconds", "3 minutes", "23 hours".
 * @param seconds negative counts as none
 */
export function formatDuration(seconds: number, locale: string): string {
  const left = Math.max(0, seconds);
  const [value, unit] = inUnit(left);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

function inUnit(seconds: number): [number, "second" | "minute" | "hour"] {
  if (seconds <= 90) return [Math.ceil(seconds), "second"];
  if (seconds < 100 * MINUTE) return [Math.ceil(seconds / MINUTE), "minute"];
  return [Math.round(seconds / HOUR), "hour"];
}

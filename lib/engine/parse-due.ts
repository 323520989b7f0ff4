/** A point in time: absolute, or relative to the database's clock. */
export type Due = { at: Date } | { inMs: number };

const duration = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;
const unitSeconds = [604_800, 86_400, 3_600, 60, 1];
const isoDate = /^\d{4}-\d{2}-\d{2}T/;

/**
 * Reads the SDK's way to write an end of waiting: `1d2h30m10s`, or an ISO date.
 * An empty duration is the shortest sleep of one second.
 * @throws Error when the text is neither
 */
export function parseDue(text: string): Due {
  const units = duration.exec(text);
  if (units) {
    const seconds = unitSeconds.reduce((sum, unit, i) => sum + unit * Number(units[i + 1] ?? 0), 0);
    return { inMs: Math.max(seconds, 1) * 1_000 };
  }
  return parseDate(text);
}

/**
 * Reads a `retry-after` header: whole seconds or an ISO date.
 * @throws Error when the text is neither
 */
export function parseRetryAfter(text: string): Due {
  return /^\d+$/.test(text) ? { inMs: Number(text) * 1_000 } : parseDate(text);
}

function parseDate(text: string): Due {
  const at = new Date(isoDate.test(text) ? text : Number.NaN);
  if (Number.isNaN(at.getTime())) throw new Error(`Not a duration or a date: "${text}"`);
  return { at };
}

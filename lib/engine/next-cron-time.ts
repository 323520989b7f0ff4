interface Field {
  name: string;
  min: number;
  max: number;
}

/** Allowed values, and whether the field is a bare `*`. */
interface Parsed {
  values: ReadonlySet<number>;
  isAny: boolean;
}

const fields = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12 },
  { name: "day of week", min: 0, max: 6 },
] as const;

const DAY_MS = 86_400_000;
/** 29 February comes round within eight years. */
const SEARCH_DAYS = 8 * 366;

/**
 * The first minute after `after`, in UTC, that a five-field cron expression names.
 * Takes numbers, `*`, lists, ranges and steps; where both days are restricted, either one is enough.
 * @throws Error when the expression is anything else, or names no day that exists
 */
export function nextCronTime(expression: string, after: Date): Date {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== fields.length) throw new Error(`Not a five-field cron: "${expression}"`);
  const [minute, hour, monthDay, month, weekDay] = fields.map((field, i) =>
    parseField(parts[i] ?? "", field),
  ) as [Parsed, Parsed, Parsed, Parsed, Parsed];
  const start = new Date((Math.floor(after.getTime() / 60_000) + 1) * 60_000);
  let day = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  for (let n = 0; n <= SEARCH_DAYS; n += 1, day += DAY_MS) {
    if (!isNamedDay(new Date(day), monthDay, month, weekDay)) continue;
    const from = n === 0 ? start.getUTCHours() * 60 + start.getUTCMinutes() : 0;
    const found = firstMinute(hour.values, minute.values, from);
    if (found !== undefined) return new Date(day + found * 60_000);
  }
  throw new Error(`The cron "${expression}" never comes`);
}

function isNamedDay(date: Date, monthDay: Parsed, month: Parsed, weekDay: Parsed): boolean {
  if (!month.values.has(date.getUTCMonth() + 1)) return false;
  const isMonthDay = monthDay.values.has(date.getUTCDate());
  const isWeekDay = weekDay.values.has(date.getUTCDay());
  return monthDay.isAny || weekDay.isAny ? isMonthDay && isWeekDay : isMonthDay || isWeekDay;
}

/** The first minute of the day, counted from midnight, that is named and not before `from`. */
function firstMinute(
  hours: ReadonlySet<number>,
  minutes: ReadonlySet<number>,
  from: number,
): number | undefined {
  for (let at = from; at < 24 * 60; at += 1) {
    if (hours.has(Math.floor(at / 60)) && minutes.has(at % 60)) return at;
  }
  return undefined;
}

function parseField(text: string, field: Field): Parsed {
  const values = text.split(",").flatMap((part) => parsePart(part, field));
  return { values: new Set(values), isAny: text === "*" };
}

function parsePart(part: string, { name, min, max }: Field): number[] {
  const match = /^(?:(\*)|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
  if (!match) throw new Error(`Not a cron ${name}: "${part}"`);
  const [, star, low, high, stride] = match;
  const from = star ? min : Number(low);
  // As cron reads it: a single number with a step runs to the end of the range.
  const to = star || (stride && !high) ? max : Number(high ?? low);
  const step = Number(stride ?? 1);
  if (from < min || to > max || from > to || step < 1) {
    throw new Error(`Not a cron ${name}: "${part}"`);
  }
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
}

import { Cron } from "croner";

/** Numbers, `*`, lists, ranges and steps: neither nicknames nor the extensions that schedulers do not share. */
const plain = /^[\d*,/ -]+$/;

/**
 * The first minute after `after`, in UTC, that a five-field cron expression names.
 * Where both days are restricted, either one is enough.
 * @throws Error when the expression is anything else, or names no day that exists
 */
export function nextCronTime(expression: string, after: Date): Date {
  const next = parse(expression).nextRun(after);
  if (!next) throw new Error(`The cron "${expression}" never comes`);
  return next;
}

function parse(expression: string): Cron {
  try {
    if (plain.test(expression))
      return new Cron(expression, { mode: "5-part", timezone: "UTC", sloppyRanges: true });
  } catch {
    // The library says what is wrong in the words of its own options.
  }
  throw new Error(`Not a five-field cron: "${expression}"`);
}

import type { Db } from "@/db/client";
import { invalidRequest } from "@/lib/core/errors";
import { type DayRange, dayRange, MOST_DAYS, rangeBefore } from "@/lib/core/insight/day-range";
import { isStorableInstant } from "@/lib/core/storable-instant";
import { readClock } from "@/lib/domain/platform/read-clock";

/**
 * The days that a request asks for, by default the last `days` ones, today included.
 * @throws Refusal `invalid_request`: `from` is not before `to`, or more than 366 days (`range_too_long`)
 * @throws Refusal `invalid_request`: the range, or as many days before it, is not of the years 0001 to 9999
 */
export async function readDayRange(
  db: Db,
  input: { from?: Date | undefined; to?: Date | undefined },
  days: number,
): Promise<DayRange> {
  const range = dayRange(input, { now: await readClock(db), days });
  if (range === "reversed") {
    throw invalidRequest("from", "The range is empty: `from` must be before `to`.", {
      reason: "range_empty",
    });
  }
  if (range === "too_long") {
    throw invalidRequest("from", `The range is too long: at most ${MOST_DAYS} days.`, {
      reason: "range_too_long",
    });
  }
  if (!isStorableInstant(range.to)) throw beyondYears("to");
  if (!isStorableInstant(rangeBefore(range).from)) throw beyondYears(input.from ? "from" : "to");
  return range;
}

function beyondYears(param: "from" | "to") {
  const message = "Must be of the years 0001 to 9999";
  return invalidRequest(param, `${param}: ${message}.`, {
    reason: "validation_failed",
    issues: [{ path: [param], message, code: "custom" }],
  });
}

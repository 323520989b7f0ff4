import { invalidRequest } from "@/lib/core/errors";
import { MOST_DAYS } from "@/lib/core/insight/day-range";
import { isStorableInstant } from "@/lib/core/storable-instant";
import { OUTLOOK_DAYS } from "@/lib/core/subscriptions/renewal-blockers";
import type { Period } from "./renewals-ahead";

const DAY_MS = 86_400_000;

/**
 * The period that a request asks for, by default the next seven days.
 * @throws Refusal `invalid_request`: `from` is not before `to`, or more than 366 days (`range_too_long`)
 */
export function readPeriod(
  input: { from?: Date | undefined; to?: Date | undefined },
  now: Date,
): Period {
  const from = input.from ?? now;
  const to = input.to ?? new Date(from.getTime() + OUTLOOK_DAYS * DAY_MS);
  if (from >= to) {
    throw invalidRequest("from", "The range is empty: `from` must be before `to`.", {
      reason: "range_empty",
    });
  }
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS) {
    throw invalidRequest("from", `The range is too long: at most ${MOST_DAYS} days.`, {
      reason: "range_too_long",
    });
  }
  if (!isStorableInstant(to)) {
    const message = "With the seven days after it, `from` must be of the years 0001 to 9999.";
    throw invalidRequest("from", message, { reason: "validation_failed" });
  }
  return { from, to };
}

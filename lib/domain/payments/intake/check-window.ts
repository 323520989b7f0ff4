import type { PaymentTerms } from "@/lib/adapters/chain/calls/payments";
import { invalidRequest } from "@/lib/core/errors";

/** What must be left of an authorization, so that it can still be mined. */
const LEAST_LEFT_SECONDS = 60n;
/** An authorization that failed can be executed by anyone until it ends, so it must end soon. */
const MOST_AHEAD_SECONDS = 24n * 60n * 60n;

/**
 * Checks when an authorization is valid, by the chain's clock.
 * @param now the newest block's time in Unix seconds
 * @throws Refusal `invalid_request` with `not_yet_valid`, `expired` (at least a minute must be left) or
 * `validity_too_long` (at most a day ahead)
 */
export function checkWindow(
  { validAfter, validBefore }: Pick<PaymentTerms, "validAfter" | "validBefore">,
  now: bigint,
): void {
  if (now <= validAfter) {
    throw invalidRequest("auth.validAfter", "The authorization is not valid yet.", {
      reason: "not_yet_valid",
    });
  }
  if (validBefore < now + LEAST_LEFT_SECONDS) {
    throw invalidRequest(
      "auth.validBefore",
      "At least 60 seconds must be left before the authorization expires.",
      {
        reason: "expired",
      },
    );
  }
  if (validBefore > now + MOST_AHEAD_SECONDS) throw tooLong();
}

const tooLong = () =>
  invalidRequest("auth.validBefore", "The authorization must expire within 24 hours.", {
    reason: "validity_too_long",
  });

/** What a chain's clock and the database's may differ by, for which a payment is not refused before the chain is asked. */
const CLOCK_SLACK_SECONDS = 60n * 60n;

/**
 * Checks where the chain does not tell its time that an authorization ends soon: until then its session is taken.
 * @param now the database's time in Unix seconds
 * @throws Refusal `invalid_request` with `validity_too_long`
 */
export function checkEnd({ validBefore }: Pick<PaymentTerms, "validBefore">, now: bigint): void {
  if (validBefore > now + MOST_AHEAD_SECONDS + CLOCK_SLACK_SECONDS) throw tooLong();
}

import { invalidRequest } from "@/lib/core/errors";
import {
  daySeconds,
  startLeewaySeconds,
  successorAheadSeconds,
} from "@/lib/core/subscriptions/subscription-horizon";
import { liveOne } from "./check-enrolment";
import type { GivenTerms } from "./enrolment-request";
import type { KnownEnrolment } from "./find-enrolment";

/** What must be left of a permit, so that it can still be mined. */
const LEAST_LEFT_SECONDS = 60n;
/** A permit and its intent can be submitted by anyone until they end, so they must end soon. */
const MOST_AHEAD_SECONDS = daySeconds;
/** Two periods would be charged within a short time. */
const MOST_BEHIND_SECONDS = 600n;

/**
 * Checks until when the signatures are valid, by the chain's clock.
 * @param now the newest block's time in Unix seconds
 * @throws Refusal `invalid_request` with `expired` or `validity_too_long`
 */
export function checkWindow({ permitDeadline }: GivenTerms, now: bigint): void {
  if (permitDeadline < now + LEAST_LEFT_SECONDS) {
    throw invalidRequest(
      "permitData.deadline",
      "At least 60 seconds must be left before the deadline.",
      {
        reason: "expired",
      },
    );
  }
  if (permitDeadline > now + MOST_AHEAD_SECONDS) {
    throw invalidRequest("permitData.deadline", "The deadline must be at most 24 hours ahead.", {
      reason: "validity_too_long",
    });
  }
}

/**
 * Checks when the first charge falls due: now, at the end of the plan's trial, which a payer has once, or where the
 * payer's live subscription of the plan ends. Without a plan the merchant says when.
 * @throws Refusal `invalid_request` with `start_too_early` or `start_too_late`
 */
export function checkStart(
  { startAt }: GivenTerms,
  known: Pick<KnownEnrolment, "plan" | "earlier">,
  now: bigint,
): void {
  if (startAt + MOST_BEHIND_SECONDS < now) {
    throw invalidRequest("startAt", "startAt must be at most ten minutes ago.", {
      reason: "start_too_early",
    });
  }
  const { plan, earlier } = known;
  if (!plan) return;
  const live = liveOne(known);
  const hadTrial = earlier.some(({ enrolled }) => enrolled);
  const trial = hadTrial ? 0n : BigInt(plan.trialDays) * daySeconds;
  const latest = live?.endAt ? unixOf(live.endAt) : now + trial + startLeewaySeconds;
  const isAhead = live !== null && startAt > now + successorAheadSeconds;
  if (startAt <= latest && !isAhead) return;
  throw invalidRequest(
    "startAt",
    "startAt must not be later than the plan's trial or the current subscription's end.",
    {
      reason: "start_too_late",
    },
  );
}

const unixOf = (at: Date) => BigInt(Math.floor(at.getTime() / 1_000));

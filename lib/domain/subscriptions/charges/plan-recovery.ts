import {
  type Grace,
  graceFrom,
  type Pause,
  plannedTries,
  type RecoverySettings,
} from "@/lib/core/subscriptions/recovery";
import type { StoredSubscription } from "./due-renewals";

type Facts = Pick<
  StoredSubscription,
  | "status"
  | "endAt"
  | "intervalSeconds"
  | "pastDueSince"
  | "graceEndsAt"
  | "failedPeriod"
  | "recoveryTries"
> & {
  /** Those of its grace, the first one first. */
  readonly pauses: readonly Pause[];
};

/** A charge that cannot be made. */
export interface Failure {
  readonly period: number;
  readonly periodStart: Date;
  /** By the chain's clock. */
  readonly at: Date;
}

/** What follows from a failure. */
export interface Recovery {
  readonly grace: Grace;
  /** Tries that were planned, up to now. */
  readonly tries: number;
  /** The next look, unless it lapses. */
  readonly nextLook: Date;
  /** It is the first one of its period. */
  readonly isNews: boolean;
  /** It was one of the tries after the first failure. */
  readonly isTry: boolean;
  readonly lapses: boolean;
}

/**
 * Decides what follows from a failure. Grace starts with the first one and goes on when a period ends; each period's own
 * first failure is told. The next look is the next planned try, the next period, or the end of the grace.
 */
export function planRecovery(row: Facts, settings: RecoverySettings, failure: Failure): Recovery {
  const known = graceOf(row);
  const grace = known ?? graceFrom(failure.at, settings, row.endAt);
  const now = failure.at.getTime();
  const planned = plannedTries(grace, settings.strategy).map((time) => time.getTime());
  const tries = planned.filter((time) => time <= now).length;
  const lapses = now >= grace.until.getTime();
  const nextPeriod = failure.periodStart.getTime() + Number(row.intervalSeconds) * 1_000;
  const ahead = [...planned, nextPeriod, grace.until.getTime()].filter((time) => time > now);
  return {
    grace,
    tries,
    nextLook: new Date(Math.min(...ahead)),
    isNews: known === null || (row.failedPeriod ?? -1) < failure.period,
    isTry: known !== null && (tries > row.recoveryTries || lapses),
    lapses,
  };
}

/** How many of the planned tries of a grace period are over. */
export function triesUpTo(row: Facts, settings: RecoverySettings, at: Date): number {
  const grace = graceOf(row);
  if (!grace) return 0;
  return plannedTries(grace, settings.strategy).filter((time) => time <= at).length;
}

function graceOf({ status, pastDueSince, graceEndsAt, pauses }: Facts): Grace | null {
  if (status !== "past_due" || pastDueSince === null || graceEndsAt === null) return null;
  return { since: pastDueSince, until: graceEndsAt, pauses };
}

/** How often a charge that failed is tried again within the grace period. */
export const recoveryStrategies = ["once", "twice", "until_grace_ends"] as const;
export type RecoveryStrategy = (typeof recoveryStrategies)[number];

/** For how long after its first failure a subscription can still be charged. */
export type GraceHours = 24 | 48 | 72;

/** How a merchant's failed charges are recovered. */
export interface RecoverySettings {
  readonly graceHours: GraceHours;
  readonly strategy: RecoveryStrategy;
}

/** Of a merchant that has chosen nothing. */
export const defaultRecovery: RecoverySettings = { graceHours: 48, strategy: "twice" };

const HOUR_MS = 3_600_000;
const STEP_MS = 6 * HOUR_MS;

/** A grace period. */
export interface Grace {
  /** The first failure. */
  readonly since: Date;
  readonly until: Date;
}

/**
 * The grace of a first failure.
 * @param endAt nothing is charged from there on, so that it ends then at the latest
 */
export function graceFrom(
  since: Date,
  { graceHours }: RecoverySettings,
  endAt: Date | null,
): Grace {
  const fullMs = since.getTime() + graceHours * HOUR_MS;
  return { since, until: new Date(Math.min(fullMs, endAt?.getTime() ?? fullMs)) };
}

/**
 * When a failed charge is tried again between its failure and the end of its grace: at half of it, at one and two
 * thirds, or every six hours. The last try, when the grace ends, is not among them.
 */
export function plannedTries({ since, until }: Grace, strategy: RecoveryStrategy): Date[] {
  const startMs = since.getTime();
  const lengthMs = until.getTime() - startMs;
  const at = (offsetMs: number) => new Date(startMs + offsetMs);
  switch (strategy) {
    case "once":
      return [at(lengthMs / 2)];
    case "twice":
      return [at(lengthMs / 3), at((2 * lengthMs) / 3)];
    case "until_grace_ends": {
      const count = Math.max(0, Math.ceil(lengthMs / STEP_MS) - 1);
      return Array.from({ length: count }, (_, index) => at((index + 1) * STEP_MS));
    }
    default:
      return strategy satisfies never;
  }
}

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

/** A time in which nothing was collected. */
export interface Pause {
  readonly pausedAt: Date;
  readonly resumedAt: Date;
}

/** A grace period. */
export interface Grace {
  /** The first failure. */
  readonly since: Date;
  /** Later by its pauses. */
  readonly until: Date;
  /** Those that are over, the first one first. */
  readonly pauses: readonly Pause[];
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
  return { since, until: new Date(Math.min(fullMs, endAt?.getTime() ?? fullMs)), pauses: [] };
}

/**
 * When a failed charge is tried again between its failure and the end of its grace: at half of it, at one and two
 * thirds, or every six hours. The last try, when the grace ends, is not among them. Pauses do not count as grace.
 */
export function plannedTries({ since, until, pauses }: Grace, strategy: RecoveryStrategy): Date[] {
  const startMs = since.getTime();
  const pausedMs = pauses.reduce((sum, pause) => sum + lengthOf(pause), 0);
  const offsets = offsetsOf(until.getTime() - startMs - pausedMs, strategy);
  return offsets.map((offsetMs) => new Date(withPauses(startMs + offsetMs, pauses)));
}

/** Milliseconds into a grace without pauses. */
function offsetsOf(lengthMs: number, strategy: RecoveryStrategy): number[] {
  switch (strategy) {
    case "once":
      return [lengthMs / 2];
    case "twice":
      return [lengthMs / 3, (2 * lengthMs) / 3];
    case "until_grace_ends": {
      const count = Math.max(0, Math.ceil(lengthMs / STEP_MS) - 1);
      return Array.from({ length: count }, (_, index) => (index + 1) * STEP_MS);
    }
    default:
      return strategy satisfies never;
  }
}

const lengthOf = ({ pausedAt, resumedAt }: Pause) => resumedAt.getTime() - pausedAt.getTime();

/** Moves a time behind the pauses that begin before it, or with it. */
const withPauses = (timeMs: number, pauses: readonly Pause[]) =>
  pauses.reduce(
    (time, pause) => (pause.pausedAt.getTime() <= time ? time + lengthOf(pause) : time),
    timeMs,
  );

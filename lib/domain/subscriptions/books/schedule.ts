import { isStorableInstant } from "@/lib/core/storable-instant";

/** What a subscription's next steps follow from. */
export interface Terms {
  readonly startAt: Date;
  /** Null is without end. */
  readonly endAt: Date | null;
  /** Seconds. */
  readonly intervalSeconds: bigint;
  /** Smallest unit of the token: the most for one period, and altogether. */
  readonly amount: bigint;
  readonly cap: bigint;
  readonly charged: bigint;
  /** The last period that was charged; null before the first. */
  readonly currentPeriod: number | null;
  /** What was charged for it, smallest unit. */
  readonly chargedOfPeriod: bigint;
  /** The end of the last period that was paid. */
  readonly paidUntil: Date | null;
}

/** When something is due next. */
export interface Schedule {
  /** The next charge; null where none will be. */
  readonly nextChargeAt: Date | null;
  /** When a keeper looks at it: the next charge, or the end where none will be. Null: never. */
  readonly attemptAt: Date | null;
}

const LATEST = new Date("9999-12-31T23:59:59Z");

/** Unix seconds as the latest instant that can be stored, where they are beyond it. */
export function instantOf(seconds: bigint): Date {
  const instant = new Date(Number(seconds) * 1_000);
  return isStorableInstant(instant) ? instant : LATEST;
}

/** When a period begins; period 0 begins at `startAt`. */
export function periodStart(
  terms: Pick<Terms, "startAt" | "intervalSeconds">,
  period: number,
): Date {
  const seconds = BigInt(Math.floor(terms.startAt.getTime() / 1_000));
  return instantOf(seconds + BigInt(period) * terms.intervalSeconds);
}

/** The period that an instant is in; below 0 before the first. */
function periodAt(terms: Pick<Terms, "startAt" | "intervalSeconds">, at: Date): number {
  const passed = at.getTime() - terms.startAt.getTime();
  return Math.floor(passed / 1_000 / Number(terms.intervalSeconds));
}

/** The first period of which the contract takes something yet: the last charge's own until its amount is reached. */
function firstOpenPeriod({ currentPeriod, chargedOfPeriod, amount }: Terms): number {
  if (currentPeriod === null) return 0;
  return chargedOfPeriod < amount ? currentPeriod : currentPeriod + 1;
}

/** What the next charge takes when it is due at `nextChargeAt`, smallest unit: the rest of a period that has begun to be charged. */
export function nextAmountOf(
  terms: Omit<Terms, "endAt" | "cap" | "charged" | "paidUntil">,
  nextChargeAt: Date | null,
): bigint {
  const { currentPeriod, chargedOfPeriod, amount } = terms;
  if (nextChargeAt === null || currentPeriod === null) return amount;
  const isRest = periodStart(terms, currentPeriod).getTime() === nextChargeAt.getTime();
  return isRest && chargedOfPeriod < amount ? amount - chargedOfPeriod : amount;
}

/**
 * The next charge: of the first period that is neither paid nor passed at `now`, unless it would begin at the end
 * or later, the end has come, or less than what it takes is left of the cap. A subscription without a further charge
 * ends with what was paid for, and not before.
 */
export function scheduleOf(terms: Terms, now: Date): Schedule {
  const next = Math.max(firstOpenPeriod(terms), periodAt(terms, now));
  const nextChargeAt = periodStart(terms, next);
  const isWithin = terms.endAt === null || (nextChargeAt < terms.endAt && now < terms.endAt);
  if (isWithin && terms.cap - terms.charged >= nextAmountOf(terms, nextChargeAt)) {
    return { nextChargeAt, attemptAt: nextChargeAt };
  }
  const ends = [terms.endAt, terms.paidUntil].filter((end) => end !== null);
  const first = ends.length > 0 ? Math.min(...ends.map((end) => end.getTime())) : now.getTime();
  return { nextChargeAt: null, attemptAt: new Date(first) };
}

/**
 * The same of one that the keeper never charges, since no plan of ours has its terms: the merchant's wallet may, so all that
 * is looked at is its end.
 */
export function unlinkedScheduleOf(terms: Terms, now: Date): Schedule {
  const { nextChargeAt, attemptAt } = scheduleOf(terms, now);
  return { nextChargeAt, attemptAt: nextChargeAt === null ? attemptAt : terms.endAt };
}

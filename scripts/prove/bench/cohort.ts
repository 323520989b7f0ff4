import { createHash } from "node:crypto";
import {
  type GraceHours,
  graceFrom,
  plannedTries,
  type RecoveryStrategy,
} from "@/lib/core/subscriptions/recovery";

/** Hours from a charge that failed. */
export type Hours = number;

/** A charge that fails: when the wallet can pay it afterwards. */
export interface ShortWallet {
  readonly payer: number;
  readonly month: number;
  /** In which the charge would go through, in order; empty for a wallet that gets nothing. */
  readonly windows: readonly { readonly from: Hours; readonly to: Hours }[];
}

/** How a schedule did on a cohort. */
export interface Outcome {
  readonly recovered: number;
  readonly attempts: number;
  /** Hours from failure to charge, of those that were recovered, in order. */
  readonly delays: readonly Hours[];
}

/** How people get money. Shares add up to one. */
const incomes = [
  { share: 0.6, meanGap: 730, shortage: 0.06 },
  { share: 0.2, meanGap: 168, shortage: 0.08 },
  { share: 0.2, meanGap: 400, shortage: 0.12 },
] as const;
/** Of the wallets that fail, those whose owner reads the mail and brings money or a new permit. */
const ANSWERED = 0.45;
/** Half of them within so many hours. */
const ANSWER_MEDIAN: Hours = 9;
const ANSWER_SPREAD = 1.3;
/** Of the charges that fail, those whose wallet gets nothing as long as anybody tries. */
const GONE = 0.12;
/** What comes is spent on something else after this, on average. */
const KEPT: Hours = 60;
const HORIZON: Hours = 14 * 24;
/** Behind the last try of every schedule. */
const LAST_ARRIVAL: Hours = 16 * 24;

/** A number from 0 up to, not including, 1, fixed by what is asked. */
type Roll = (...parts: readonly (string | number)[]) => number;

export function seededRoll(seed: number): Roll {
  return (...parts) => {
    const digest = createHash("sha1")
      .update(`${seed}|${parts.join("|")}`)
      .digest();
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}

const exponential = (roll: number, mean: number): number => -Math.log(1 - roll) * mean;

/** By the method of Box and Muller. */
function lognormal(one: number, other: number, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - one)) * Math.cos(2 * Math.PI * other);
  return median * Math.exp(spread * normal);
}

/** The charges that fail in a year of monthly subscriptions: a few in a hundred. */
export function failingCharges(payers: number, seed: number): ShortWallet[] {
  const roll = seededRoll(seed);
  return Array.from({ length: payers }, (_, payer) =>
    Array.from({ length: 12 }, (__, month) => shortWallet(roll, payer, month)),
  ).flatMap((months) => months.filter((found) => found !== null));
}

function shortWallet(roll: Roll, payer: number, month: number): ShortWallet | null {
  const { meanGap, shortage } = incomeOf(roll("income", payer));
  if (roll("short", payer, month) >= shortage) return null;
  const windows: { from: Hours; to: Hours }[] = [];
  if (roll("gone", payer, month) < GONE) return { payer, month, windows };
  if (roll("answers", payer, month) < ANSWERED) {
    const [one, other] = [roll("answer", payer, month), roll("answer too", payer, month)];
    const from = lognormal(one, other, ANSWER_MEDIAN, ANSWER_SPREAD);
    windows.push({ from, to: from + exponential(roll("kept", payer, month), KEPT) });
  }
  let from = meanGap * roll("first", payer, month);
  for (let turn = 0; from < LAST_ARRIVAL; turn += 1) {
    windows.push({ from, to: from + exponential(roll("spent", payer, month, turn), KEPT) });
    from += exponential(roll("gap", payer, month, turn), meanGap);
  }
  return { payer, month, windows: windows.sort((a, b) => a.from - b.from) };
}

function incomeOf(roll: number): (typeof incomes)[number] {
  let rest = roll;
  for (const income of incomes) {
    rest -= income.share;
    if (rest < 0) return income;
  }
  return incomes[0];
}

/** Tries at fixed times, and no others. */
export function recoverAtTimes(cohort: readonly ShortWallet[], tries: readonly Hours[]): Outcome {
  return sum(
    cohort.map(({ windows }) => {
      const at = tries.findIndex((time) =>
        windows.some(({ from, to }) => from <= time && time < to),
      );
      return at < 0
        ? { attempts: tries.length, delay: null }
        : { attempts: at + 1, delay: tries[at] ?? null };
    }),
  );
}

/** Our own: a try when money comes, besides those that are planned and the last one when the grace ends. */
export function recoverOnArrival(
  cohort: readonly ShortWallet[],
  settings: { graceHours: GraceHours; strategy: RecoveryStrategy },
): Outcome {
  const since = new Date(0);
  const grace = graceFrom(since, settings, null);
  const planned = [...plannedTries(grace, settings.strategy), grace.until];
  const tries = planned.map((time) => time.getTime() / 3_600_000);
  return sum(
    cohort.map(({ windows }) => {
      const arrival = windows.find(({ from }) => from <= settings.graceHours)?.from ?? null;
      // Only what can succeed is sent: until then nothing costs gas.
      const looks = tries.filter((time) => arrival === null || time < arrival).length;
      return { attempts: looks + (arrival === null ? 0 : 1), delay: arrival };
    }),
  );
}

function sum(results: readonly { attempts: number; delay: Hours | null }[]): Outcome {
  const delays = results.flatMap(({ delay }) => (delay === null ? [] : [delay]));
  return {
    recovered: delays.length,
    attempts: results.reduce((total, { attempts }) => total + attempts, 0),
    delays: delays.sort((one, other) => one - other),
  };
}

/** Eight tries within two weeks, Stripe's recommendation for Smart Retries; when each is made it does not publish. */
export const smartRetries: readonly Hours[] = Array.from(
  { length: 8 },
  (_, index) => ((index + 1) * HORIZON) / 8,
);
/** Stripe's schedule of fixed days: three, five and seven days after the try before. */
export const fixedDays: readonly Hours[] = [3 * 24, 8 * 24, 15 * 24];

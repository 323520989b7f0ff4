import type { Db } from "@/db/client";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { type Mode, modes } from "@/lib/core/modes";
import { isTaken } from "@/lib/domain/insight/figures/recounts";

/** What all merchants took in a mode and currency; smallest unit. */
export interface Takings {
  readonly mode: Mode;
  readonly currency: Currency;
  readonly gross: bigint;
  readonly fees: bigint;
  readonly payments: number;
}

/** The sums of final payments and charges `transactions`. */
export const sums = (db: Db) => db`
  mode, currency, sum(amount) as gross, sum(fee) as fees, count(*)::int as payments`;

/** Transactions of a range that count as taken; its index finds the pages of the range. */
export const takenBetween = (db: Db, { from, to }: { from: Date; to: Date }) => db`
  transactions where created_at >= ${from} and created_at < ${to} and ${isTaken(db)}`;

/** Of each mode and currency the row that `rows` has, or zeros. */
export function inEach<Row extends Takings>(rows: readonly Row[]): Takings[] {
  return modes.flatMap((mode) =>
    currencies.map((currency) => {
      const row = rows.find((one) => one.mode === mode && one.currency === currency);
      const { gross = 0n, fees = 0n, payments = 0 } = row ?? {};
      return { mode, currency, gross, fees, payments };
    }),
  );
}

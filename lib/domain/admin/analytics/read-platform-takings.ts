import type { Db } from "@/db/client";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { type DayRange, dayText, wholeDays } from "@/lib/core/insight/day-range";
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

/**
 * What was taken between two instants: of whole days (UTC) by counters, of the parts of days at both ends by the
 * transactions, whose index finds the pages of a time.
 */
export function readTakingsBetween(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<Takings[]> {
  const { from: start, to: end } = wholeDays({ from, to });
  const headEnd = start < to ? start : to;
  return db<Takings[]>`
    select mode, currency, sum(amount) as gross, sum(fees) as fees, sum(payments)::int as payments
    from (
      select mode, currency, amount, fees, payments from platform_takings
      where day >= ${dayText(start)}::date and day < ${dayText(end)}::date
      union all
      select mode, currency, amount, fee, 1 from transactions
      where ${isTaken(db)} and (created_at >= ${from} and created_at < ${headEnd}
        or created_at >= ${end} and created_at < ${to})
    ) taken
    group by 1, 2`;
}

/** What was taken on each day of a range, by counters. */
export function readDailyTakings(
  db: Db,
  { from, to }: DayRange,
): Promise<(Takings & { day: string })[]> {
  return db<(Takings & { day: string })[]>`
    select day::text as day, mode, currency, sum(amount) as gross, sum(fees) as fees,
      sum(payments)::int as payments
    from platform_takings
    where day >= ${dayText(from)}::date and day < ${dayText(to)}::date group by 1, 2, 3`;
}

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

import type { Currency } from "@/lib/core/amounts/money";
import { type DayRange, dayText } from "@/lib/core/insight/day-range";
import type { Context } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { FigureOwner } from "./recounts";

/** What was taken on a day. */
interface Takings {
  /** `2026-04-27` */
  day: string;
  currency: Currency;
  /** Smallest unit. */
  amount: bigint;
  payments: bigint;
}

/** What a merchant took on the days of a range, by counters; days on which nothing was taken are left out. */
export function readTakings(
  { db, actor }: Pick<Context, "db"> & { readonly actor: FigureOwner },
  { from, to }: DayRange,
): Promise<Takings[]> {
  return db<Takings[]>`
    select day::text as day, currency, sum(amount) as amount, sum(payments) as payments
    from daily_takings
    where ${ownedBy(db, actor)} and day >= ${dayText(from)}::date and day < ${dayText(to)}::date
    group by 1, 2 having sum(payments) > 0`;
}

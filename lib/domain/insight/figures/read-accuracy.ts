import type { OutputOf } from "@/lib/contract/endpoint";
import type { getForecast as declaration } from "@/lib/contract/insight/forecast";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { keptHorizons } from "@/lib/core/insight/kept-figures";
import { rateOf } from "@/lib/core/insight/rate";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

interface OutcomeRow {
  days: number;
  currency: Currency;
  from: string;
  expected: bigint;
  actual: bigint;
}

/** A night without a forecast may have been missed: an older one counts as well. */
const LATEST_DAYS = 7;

/**
 * What was expected and what was taken, of the last period of each horizon that is over. A currency of which nothing was
 * expected is left out.
 * @param now the time of the business
 */
export async function readAccuracy(
  { db, actor }: Context<MerchantActor>,
  now: Date,
): Promise<OutputOf<typeof declaration>["accuracy"]> {
  const rows = await db<OutcomeRow[]>`
    select h.days, f.currency, f.day::text as "from", f.amount as expected, t.actual
    from unnest(${[...keptHorizons]}::int[]) h (days)
    cross join unnest(${[...currencies]}::text[]) c (currency)
    cross join lateral (
      select currency, day, amount from kept_figures
      where ${ownedBy(db, actor)} and figure = 'forecast_' || h.days and currency = c.currency
        and day <= utc_day(${now}) - h.days and day > utc_day(${now}) - h.days - ${LATEST_DAYS}::int
      order by day desc limit 1
    ) f
    cross join lateral (
      select coalesce(sum(amount), 0) as actual from daily_takings
      where ${ownedBy(db, actor)} and currency = f.currency
        and day >= f.day and day < f.day + h.days
    ) t
    order by h.days, f.currency desc`;
  return rows.map((row) => ({ ...row, rate: rateOf(row.actual, row.expected) }));
}

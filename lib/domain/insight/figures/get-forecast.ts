import type { OutputOf } from "@/lib/contract/endpoint";
import type { getForecast as declaration } from "@/lib/contract/insight/stats";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { type DayRange, dayText, eachDay, lastDays } from "@/lib/core/insight/day-range";
import { fitTrend, type Trend } from "@/lib/core/insight/forecast";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { readClock } from "@/lib/domain/platform/read-clock";

interface DayRow {
  day: string;
  currency: Currency;
  amount: bigint;
}

const BASIS_DAYS = 90;
const LEAST_DAYS = 14;
const HORIZONS = [30, 60, 90];

/**
 * What a merchant can expect to take in the next 30, 60 and 90 days: a straight line through the last 90 days that
 * are over, from the first on which something was taken, for each currency by itself. Final payments and charges,
 * before fees and refunds; by counters. `low` and `high` hold four outcomes of five.
 */
export async function getForecast(
  ctx: Context<MerchantActor>,
): Promise<OutputOf<typeof declaration>> {
  const range = lastDays(await readClock(ctx.db), BASIS_DAYS);
  const rows = await readDays(ctx, range);
  const first = rows.map(({ day }) => day).reduce((one, other) => (one < other ? one : other), "~");
  const days = eachDay(range).filter((day) => day >= first);
  const insufficientData = days.length < LEAST_DAYS;
  const trends = insufficientData ? null : trendsOf(days, rows);
  return {
    object: "forecast",
    mode: ctx.actor.mode,
    basisDays: days.length,
    insufficientData,
    horizons:
      trends === null ? [] : HORIZONS.map((ahead) => viewHorizon(trends, days.length, ahead)),
    r2: { USDC: trends?.USDC.r2 ?? null, EURC: trends?.EURC.r2 ?? null },
  };
}

function readDays({ db, actor }: Context<MerchantActor>, { from, to }: DayRange) {
  return db<DayRow[]>`
    select day::text as day, currency, sum(amount) as amount from daily_takings
    where ${ownedBy(db, actor)} and day >= ${dayText(from)}::date and day < ${dayText(to)}::date
    group by 1, 2 having sum(payments) > 0`;
}

type Trends = Readonly<Record<Currency, Trend>>;

function trendsOf(days: readonly string[], rows: readonly DayRow[]): Trends {
  const amounts = new Map(rows.map(({ day, currency, amount }) => [`${day} ${currency}`, amount]));
  const trendOf = (currency: Currency) =>
    fitTrend(days.map((day) => amounts.get(`${day} ${currency}`) ?? 0n));
  return { USDC: trendOf("USDC"), EURC: trendOf("EURC") };
}

/** Today is not part of the basis, and is the first day that is foretold. */
function viewHorizon(trends: Trends, basisDays: number, days: number) {
  const [usdc, eurc] = currencies.map((currency) => trends[currency].sumOf(basisDays, days));
  if (!usdc || !eurc) throw new Error("there are two currencies");
  return {
    days,
    USDC: usdc.expected,
    EURC: eurc.expected,
    low: { USDC: usdc.low, EURC: eurc.low },
    high: { USDC: usdc.high, EURC: eurc.high },
  };
}

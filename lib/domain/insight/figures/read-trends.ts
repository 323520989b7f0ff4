import type { Currency } from "@/lib/core/amounts/money";
import { eachDay, lastDays } from "@/lib/core/insight/day-range";
import { fitTrend, type Trend } from "@/lib/core/insight/forecast";
import type { Context } from "@/lib/domain/platform/context";
import { readTakings } from "./read-takings";
import type { FigureOwner } from "./recounts";

export type Trends = Readonly<Record<Currency, Trend>>;

const BASIS_DAYS = 90;
const LEAST_DAYS = 14;

/**
 * The lines through what a merchant took on the last 90 days that are over, from the first on which it took something.
 * @param now the time of the business
 * @returns `trends` null where there are fewer than 14 days
 */
export async function readTrends(
  ctx: Pick<Context, "db"> & { readonly actor: FigureOwner },
  now: Date,
): Promise<{ basisDays: number; trends: Trends | null }> {
  const range = lastDays(now, BASIS_DAYS);
  const rows = await readTakings(ctx, range);
  const first = rows.map(({ day }) => day).reduce((one, other) => (one < other ? one : other), "~");
  const days = eachDay(range).filter((day) => day >= first);
  if (days.length < LEAST_DAYS) return { basisDays: days.length, trends: null };
  const amounts = new Map(rows.map(({ day, currency, amount }) => [`${day} ${currency}`, amount]));
  const trendOf = (currency: Currency) =>
    fitTrend(days.map((day) => amounts.get(`${day} ${currency}`) ?? 0n));
  return {
    basisDays: days.length,
    trends: { USDC: trendOf("USDC"), EURC: trendOf("EURC") },
  };
}

import type { OutputOf } from "@/lib/contract/endpoint";
import type { getForecast as declaration } from "@/lib/contract/insight/forecast";
import { currencies } from "@/lib/core/amounts/money";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { sumRenewals } from "@/lib/domain/subscriptions/outlook/sum-renewals";
import { readAccuracy } from "./read-accuracy";
import { readTrends, type Trends } from "./read-trends";

const HORIZONS = [30, 60, 90];

/**
 * What a merchant can expect to take in the next 30, 60 and 90 days: a straight line through the last 90 days that
 * are over, from the first on which something was taken, for each currency by itself. Final payments and charges,
 * before fees and refunds; by counters. `low` and `high` hold four outcomes of five. Beside it the renewals of the next
 * days, and how earlier forecasts came out.
 */
export async function getForecast(
  ctx: Context<MerchantActor>,
): Promise<OutputOf<typeof declaration>> {
  const now = await readClock(ctx.db);
  const [{ basisDays, trends }, scheduled, accuracy] = await Promise.all([
    readTrends(ctx, now),
    sumRenewals(ctx, now),
    readAccuracy(ctx, now),
  ]);
  return {
    object: "forecast",
    mode: ctx.actor.mode,
    basisDays,
    insufficientData: trends === null,
    horizons: trends === null ? [] : HORIZONS.map((ahead) => viewHorizon(trends, basisDays, ahead)),
    r2: { USDC: trends?.USDC.r2 ?? null, EURC: trends?.EURC.r2 ?? null },
    scheduled,
    accuracy,
  };
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

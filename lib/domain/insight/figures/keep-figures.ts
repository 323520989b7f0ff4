import { asRows } from "@/db/as-rows";
import { currencies } from "@/lib/core/amounts/money";
import { dayText } from "@/lib/core/insight/day-range";
import { type KeptFigure, keptHorizons } from "@/lib/core/insight/kept-figures";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { listFigureOwners } from "./compare-figures";
import { getMrr } from "./get-mrr";
import { readTrends } from "./read-trends";
import type { FigureOwner } from "./recounts";

interface Kept {
  readonly figure: KeptFigure;
  readonly currency: string;
  readonly amount: bigint;
  /** For how many days it is asked for. */
  readonly days: number;
}

/** A period may be 366 days long. */
const REVENUE_DAYS = 400;
/** Past the end of what was expected. */
const FORECAST_REST_DAYS = 10;

/**
 * Keeps what the statistics say today of each business and mode: what it can expect to take, and its recurring revenue.
 * Nothing is kept of zeros, and what was kept today already stays.
 * @param given.after where the call before ended; null at first
 * @param given.until when to stop
 * @returns where to go on; null at the end
 */
export async function keepFigures(
  ctx: Context<SystemActor>,
  { after, until }: { after: FigureOwner | null; until: Date },
): Promise<FigureOwner | null> {
  const now = await readClock(ctx.db);
  for (const owner of await listFigureOwners(ctx.db, after)) {
    await keepOf(ctx, owner, now);
    if (new Date() > until) return owner;
  }
  return null;
}

async function keepOf({ db }: Context<SystemActor>, owner: FigureOwner, now: Date): Promise<void> {
  const own = { db, actor: owner };
  const { basisDays, trends } = await readTrends(own, now);
  const revenue = await getMrr(own);
  const kept: Kept[] = revenue.currencies.map(({ currency, mrr }) => ({
    figure: "mrr",
    currency,
    amount: mrr,
    days: REVENUE_DAYS,
  }));
  for (const days of trends ? keptHorizons : []) {
    for (const currency of currencies) {
      const amount = trends?.[currency].sumOf(basisDays, days).expected ?? 0n;
      kept.push({ figure: `forecast_${days}`, currency, amount, days: days + FORECAST_REST_DAYS });
    }
  }
  const rows = kept.filter(({ amount }) => amount > 0n);
  if (rows.length === 0) return;
  await db`
    insert into kept_figures (merchant_id, mode, figure, currency, day, amount, expires_at)
    select ${owner.merchantId}, ${owner.mode}, figure, currency, ${dayText(now)}::date, amount,
      ${now}::timestamptz + days * interval '1 day'
    from json_to_recordset(${asRows(rows)}::text::json)
      as k(figure text, currency text, amount numeric, days int)
    on conflict (merchant_id, mode, figure, currency, day) do nothing`;
}

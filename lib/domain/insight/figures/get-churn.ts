import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getChurn as declaration } from "@/lib/contract/insight/stats";
import { type DayRange, dayText, eachMonth } from "@/lib/core/insight/day-range";
import { rateOf } from "@/lib/core/insight/rate";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { readDayRange } from "./read-day-range";

interface MonthRow {
  /** `2026-04`; empty is all that came after the range, and `now` what runs now, as if it had started. */
  month: string;
  started: bigint;
  cancelledByPayer: bigint;
  cancelledByMerchant: bigint;
  cancelledByOperator: bigint;
  lapsed: bigint;
  completed: bigint;
}

const DEFAULT_DAYS = 30;
const NOW = "now";
const NONE = {
  started: 0n,
  cancelledByPayer: 0n,
  cancelledByMerchant: 0n,
  cancelledByOperator: 0n,
  lapsed: 0n,
  completed: 0n,
};

/**
 * How many of a merchant's subscriptions started and ended in each month (UTC), by counters. A month that the range
 * holds in part has the days of the range alone. A subscription has churned when it is cancelled or lapses; a
 * completed one has ended and has not churned.
 * @throws Refusal `invalid_request`: the range is empty or too long
 */
export async function getChurn(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const range = await readDayRange(ctx.db, input, DEFAULT_DAYS);
  const rows = new Map((await readMonths(ctx, range)).map((row) => [row.month, row]));
  const since = [...rows.values()].filter(({ month }) => month !== NOW);
  const running = rows.get(NOW) ?? NONE;
  let activeAtStart = since.reduce((active, row) => active - gainOf(row), running.started);
  const months = eachMonth(range).map(({ month }) => {
    const row = rows.get(month) ?? NONE;
    // Counters that differ, until they are rebuilt, may tell of less than none.
    const view = viewMonth(month, activeAtStart < 0n ? 0n : activeAtStart, row);
    activeAtStart += gainOf(row);
    return view;
  });
  const { mode } = ctx.actor;
  return { object: "churn", mode, from: dayText(range.from), to: dayText(range.to), months };
}

/** Nothing from before the range is read: what was active then is what runs now, less what has changed since. */
function readMonths({ db, actor }: Context<MerchantActor>, { from, to }: DayRange) {
  return db<MonthRow[]>`
    select case when day < ${dayText(to)}::date then to_char(day, 'YYYY-MM') else '' end as month,
      sum(subscriptions_started) as started, sum(cancelled_by_payer) as cancelled_by_payer,
      sum(cancelled_by_merchant) as cancelled_by_merchant,
      sum(cancelled_by_operator) as cancelled_by_operator, sum(lapsed) as lapsed,
      sum(completed) as completed
    from daily_counts where ${ownedBy(db, actor)} and day >= ${dayText(from)}::date
    group by 1
    union all
    select ${NOW}::text, coalesce(sum(subscriptions), 0), 0, 0, 0, 0, 0
    from subscription_totals where ${ownedBy(db, actor)}`;
}

const churnedOf = (row: typeof NONE) =>
  row.cancelledByPayer + row.cancelledByMerchant + row.cancelledByOperator + row.lapsed;

/** By how many more run. */
const gainOf = (row: typeof NONE) => row.started - churnedOf(row) - row.completed;

const viewMonth = (month: string, activeAtStart: bigint, row: typeof NONE) => ({
  month,
  activeAtStart: Number(activeAtStart),
  started: Number(row.started),
  churned: Number(churnedOf(row)),
  rate: rateOf(churnedOf(row), activeAtStart),
  reasons: {
    cancelled_by_payer: Number(row.cancelledByPayer),
    cancelled_by_merchant: Number(row.cancelledByMerchant),
    cancelled_by_operator: Number(row.cancelledByOperator),
    lapsed: Number(row.lapsed),
    completed: Number(row.completed),
  },
});

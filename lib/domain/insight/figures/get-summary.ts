import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getSummary as declaration } from "@/lib/contract/insight/summary";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { type DayRange, dayText, rangeBefore } from "@/lib/core/insight/day-range";
import { rateOf } from "@/lib/core/insight/rate";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { getMrr } from "./get-mrr";
import { readDayRange } from "./read-day-range";
import { readTakings } from "./read-takings";

type Summary = OutputOf<typeof declaration>;

interface CountRow {
  isBefore: boolean;
  created: bigint;
  confirmed: bigint;
}

interface CustomerRow {
  isBefore: boolean;
  count: bigint;
}

const DEFAULT_DAYS = 30;

/**
 * How a merchant's period of whole days (UTC) went, beside as many days directly before it; by counters.
 * @throws Refusal `invalid_request`: the range is empty or too long
 */
export async function getSummary(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Summary> {
  const range = await readDayRange(ctx.db, input, DEFAULT_DAYS);
  const before = rangeBefore(range);
  const both = { from: before.from, to: range.to };
  const from = dayText(range.from);
  const [volume, conversion, newCustomers, mrr] = await Promise.all([
    readVolume(ctx, both, from),
    readConversion(ctx, both, from),
    readCustomers(ctx, both, from),
    readRevenue(ctx, from),
  ]);
  const { mode } = ctx.actor;
  return {
    object: "summary",
    mode,
    from,
    to: dayText(range.to),
    before: { from: dayText(before.from), to: from },
    volume,
    conversion,
    newCustomers,
    mrr,
  };
}

async function readVolume(
  ctx: Context<MerchantActor>,
  both: DayRange,
  from: string,
): Promise<Summary["volume"]> {
  const rows = await readTakings(ctx, both);
  const sumOf = (currency: Currency, isBefore: boolean) => {
    const own = rows.filter((row) => row.currency === currency && row.day < from === isBefore);
    return {
      amount: own.reduce((sum, { amount }) => sum + amount, 0n),
      payments: Number(own.reduce((sum, { payments }) => sum + payments, 0n)),
    };
  };
  return currencies.map((currency) => ({
    currency,
    ...sumOf(currency, false),
    before: sumOf(currency, true),
  }));
}

async function readConversion(
  { db, actor }: Context<MerchantActor>,
  { from, to }: DayRange,
  start: string,
): Promise<Summary["conversion"]> {
  const rows = await db<CountRow[]>`
    select day < ${start}::date as is_before, sum(sessions_created) as created,
      sum(sessions_confirmed) as confirmed
    from daily_counts
    where ${ownedBy(db, actor)} and day >= ${dayText(from)}::date and day < ${dayText(to)}::date
    group by 1`;
  const of = (isBefore: boolean) => {
    const row = rows.find((one) => one.isBefore === isBefore);
    const { created, confirmed } = row ?? { created: 0n, confirmed: 0n };
    return {
      created: Number(created),
      confirmed: Number(confirmed),
      rate: rateOf(confirmed, created),
    };
  };
  return { ...of(false), before: of(true) };
}

async function readCustomers(
  { db, actor }: Context<MerchantActor>,
  { from, to }: DayRange,
  start: string,
): Promise<Summary["newCustomers"]> {
  const rows = await db<CustomerRow[]>`
    select day < ${start}::date as is_before, sum(customers_created) as count
    from daily_customers
    where ${ownedBy(db, actor)} and day >= ${dayText(from)}::date and day < ${dayText(to)}::date
    group by 1`;
  const of = (isBefore: boolean) =>
    Number(rows.find((row) => row.isBefore === isBefore)?.count ?? 0n);
  return { count: of(false), before: of(true) };
}

/** As it is now, beside what was kept on the first day. */
async function readRevenue(ctx: Context<MerchantActor>, day: string): Promise<Summary["mrr"]> {
  const { db, actor } = ctx;
  const [now, kept] = await Promise.all([
    getMrr(ctx),
    db<{ currency: Currency; amount: bigint }[]>`
      select currency, amount from kept_figures
      where ${ownedBy(db, actor)} and figure = 'mrr' and currency in ${db(currencies)}
        and day = ${day}::date`,
  ]);
  return now.currencies.map(({ currency, mrr }) => ({
    currency,
    amount: mrr,
    before: kept.find((row) => row.currency === currency)?.amount ?? null,
  }));
}

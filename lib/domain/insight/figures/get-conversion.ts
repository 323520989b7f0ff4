import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getConversion as declaration } from "@/lib/contract/insight/stats";
import { dayText, eachDay } from "@/lib/core/insight/day-range";
import { rateOf } from "@/lib/core/insight/rate";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { readDayRange } from "./read-day-range";

interface DayRow {
  day: string;
  created: bigint;
  confirmed: bigint;
  expired: bigint;
  cancelled: bigint;
}

const DEFAULT_DAYS = 30;
const NONE = { created: 0n, confirmed: 0n, expired: 0n, cancelled: 0n };

/**
 * What became of the payment sessions that a merchant created on each day (UTC), by counters. A session counts on the
 * day of its creation, whenever it was paid; the session of an invoice once the invoice is sent.
 * @throws Refusal `invalid_request`: the range is empty or too long
 */
export async function getConversion(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const range = await readDayRange(db, input, DEFAULT_DAYS);
  const rows = await db<DayRow[]>`
    select day::text as day, sum(sessions_created) as created, sum(sessions_confirmed) as confirmed,
      sum(sessions_expired) as expired, sum(sessions_cancelled) as cancelled
    from daily_counts
    where ${ownedBy(db, actor)} and day >= ${dayText(range.from)}::date
      and day < ${dayText(range.to)}::date
    group by 1`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const total = rows.reduce((sum, row) => plus(sum, row), NONE);
  return {
    object: "conversion",
    mode: actor.mode,
    from: dayText(range.from),
    to: dayText(range.to),
    days: eachDay(range).map((date) => ({ date, ...rated(byDay.get(date) ?? NONE) })),
    total: rated(total),
  };
}

type Counts = typeof NONE;

const plus = (one: Counts, other: Counts): Counts => ({
  created: one.created + other.created,
  confirmed: one.confirmed + other.confirmed,
  expired: one.expired + other.expired,
  cancelled: one.cancelled + other.cancelled,
});

const rated = ({ created, confirmed, expired, cancelled }: Counts) => ({
  created: Number(created),
  confirmed: Number(confirmed),
  expired: Number(expired),
  cancelled: Number(cancelled),
  rate: rateOf(confirmed, created),
});

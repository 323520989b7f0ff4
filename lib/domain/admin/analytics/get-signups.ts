import type { getSignups as declaration } from "@/lib/contract/admin/analytics";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { eachDay } from "@/lib/core/insight/day-range";
import { readDayRange } from "@/lib/domain/insight/figures/read-day-range";
import type { AdminActor, Context } from "@/lib/domain/platform/context";

const DEFAULT_DAYS = 30;

/**
 * How many merchants were created, and unlocked live mode, on each day (UTC) of a range.
 * @throws Refusal `invalid_request`: the range is empty or too long
 */
export async function getSignups(
  { db }: Context<AdminActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const range = await readDayRange(db, input, DEFAULT_DAYS);
  const { from, to } = range;
  const rows = await db<{ day: string; signups: number; liveUnlocked: number }[]>`
    select utc_day(at)::text as day, sum(created)::int as signups,
      sum(unlocked)::int as live_unlocked
    from (
      select created_at as at, 1 as created, 0 as unlocked from merchants
      union all
      select live_unlocked_at, 0, 1 from merchants where live_unlocked_at is not null
    ) told
    where at >= ${from} and at < ${to} group by 1`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return {
    object: "admin_signups",
    days: eachDay(range).map((day) => byDay.get(day) ?? { day, signups: 0, liveUnlocked: 0 }),
  };
}

import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getVolume as declaration } from "@/lib/contract/insight/stats";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { unfinalTransactionStatuses } from "@/lib/core/states";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { readClock } from "@/lib/domain/platform/read-clock";

const DAY_MS = 86_400_000;
const DAYS = 30;
/** A day is over for good this long after its end: everything that was under way has become final. */
const SETTLED_AFTER_DAYS = 2;
/** Stored days are asked for no more after thirty. */
const KEPT_DAYS = 40;

interface DayRow {
  day: string;
  currency: Currency;
  amount: bigint;
  payments: number;
}

/**
 * What a merchant took on each of the last 30 days (UTC), today included. Days that are over are counted once and
 * stored; only the last ones are counted each time, so that what it costs follows from a day's payments.
 */
export async function getVolume({
  db,
  actor,
}: Context<SessionActor>): Promise<OutputOf<typeof declaration>> {
  const days = daysUntil(await readClock(db));
  const stored = await readStored(db, actor, days);
  const settled = days.slice(0, DAYS - SETTLED_AFTER_DAYS);
  const missing = settled.filter((day) => !stored.has(day));
  const recent = days.slice(DAYS - SETTLED_AFTER_DAYS);
  const counted = await countDays(db, actor, [...missing, ...recent]);
  await storeDays(db, actor, missing, counted);
  const all = new Map([...stored, ...groupByDay(counted)]);
  return {
    object: "volume",
    mode: actor.mode,
    days: days.flatMap((day) =>
      currencies.map((currency) => {
        const row = all.get(day)?.find((one) => one.currency === currency);
        return { day, currency, amount: row?.amount ?? 0n, payments: row?.payments ?? 0 };
      }),
    ),
  };
}

/** The last thirty days, the oldest first, as `2026-04-27`. */
function daysUntil(now: Date): string[] {
  return Array.from({ length: DAYS }, (_, place) =>
    new Date(now.getTime() - (DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
}

function groupByDay(rows: readonly DayRow[]): Map<string, DayRow[]> {
  const days = new Map<string, DayRow[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return days;
}

async function readStored(
  db: Db,
  actor: SessionActor,
  days: readonly string[],
): Promise<Map<string, DayRow[]>> {
  const rows = await db<DayRow[]>`
    select day::text as day, currency, amount, payments from daily_volumes
    where ${ownedBy(db, actor)} and day >= ${days[0] ?? null}::date`;
  return groupByDay(rows);
}

/** Counts days by the index of a merchant's transactions of a type: nothing of other days is read. */
async function countDays(db: Db, actor: SessionActor, days: readonly string[]): Promise<DayRow[]> {
  return db<DayRow[]>`
    select d.day, t.currency, sum(t.amount) as amount, count(*)::int as payments
    from unnest(${days}::text[]) d (day)
    cross join (values ('payment'), ('subscription_charge')) k (type)
    cross join lateral (
      select currency, amount from transactions
      where ${ownedBy(db, actor)} and type = k.type and status = 'confirmed'
        and created_at >= (d.day || ' 00:00:00Z')::timestamptz
        and created_at < (d.day || ' 00:00:00Z')::timestamptz + interval '1 day'
      offset 0
    ) t
    group by d.day, t.currency`;
}

/** Stores days that are over; not those of which something is not final yet. */
async function storeDays(
  db: Db,
  actor: SessionActor,
  days: readonly string[],
  counted: readonly DayRow[],
): Promise<void> {
  if (days.length === 0) return;
  const open = await db<{ day: string }[]>`
    select distinct (created_at at time zone 'UTC')::date::text as day from transactions
    where ${ownedBy(db, actor)} and status in ('pending', 'reorged')
      and ${db.unsafe(indexCondition("listed", "status", unfinalTransactionStatuses))}
      and created_at >= (${days[0] ?? null} || ' 00:00:00Z')::timestamptz`;
  const notFinal = new Set(open.map(({ day }) => day));
  const found = groupByDay(counted);
  const rows = days
    .filter((day) => !notFinal.has(day))
    .flatMap((day) =>
      currencies.map((currency) => {
        const row = found.get(day)?.find((one) => one.currency === currency);
        const { amount = 0n, payments = 0 } = row ?? {};
        const expiresAt = new Date(Date.parse(day) + KEPT_DAYS * DAY_MS);
        const { merchantId, mode } = actor;
        return { merchantId, mode, day, currency, amount, payments, expiresAt };
      }),
    );
  if (rows.length > 0) await db`insert into daily_volumes ${db(rows)} on conflict do nothing`;
}

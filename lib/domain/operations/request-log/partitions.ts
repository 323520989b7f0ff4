import type { Db } from "@/db/client";
import { readClock } from "@/lib/domain/platform/read-clock";

interface PartitionRow {
  day: Date;
}

/** The days (UTC) that have a partition, the oldest first. */
export async function findPartitionDays(db: Db): Promise<Date[]> {
  const rows = await db<PartitionRow[]>`
    select to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass and c.relname ~ '^request_log_[0-9]{8}$'
    order by c.relname`;
  return rows.map(({ day }) => day);
}

/** The table of a day: `request_log_20260427`. */
export function partitionName(day: Date): string {
  return `request_log_${day.toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** For how many days after today there are partitions; less than none where today has none. */
export async function countPreparedDays(db: Db): Promise<number> {
  const last = (await findPartitionDays(db)).at(-1);
  return last
    ? Math.round((last.getTime() - dayFrom(await readClock(db), 0).getTime()) / DAY_MS)
    : -1;
}

const DAY_MS = 86_400_000;

/** The beginning of a day (UTC), some days from that of an instant. */
export function dayFrom(instant: Date, days: number): Date {
  return new Date(Math.floor(instant.getTime() / DAY_MS + days) * DAY_MS);
}

import type { Db } from "@/db/client";

/** The time of the business: real time, and on a local chain what it was moved ahead by. */
export async function readClock(db: Db): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`select clock_now() as now`;
  if (!row) throw new Error("a select without a table has a row");
  return row.now;
}

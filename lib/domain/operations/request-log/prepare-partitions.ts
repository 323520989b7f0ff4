import { inShortTransaction } from "@/lib/domain/operations/retention/retention-task";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { dayFrom, findPartitionDays, partitionName } from "./partitions";

/** How many days ahead have a partition: the job may be away for as long. */
const DAYS_AHEAD = 3;

/** A row of the day stands in the default partition. */
const TAKEN = "23514";
/** Another process made the partition meanwhile; `if not exists` looks before it waits. */
const MADE = "42P07";

/**
 * Makes the partitions of the request log for today and the days ahead. A day of which the default
 * partition has rows already stays there: they are read and removed like all others.
 * @returns how many were made
 */
export async function preparePartitions({
  db,
  log,
}: Pick<Context<SystemActor>, "db" | "log">): Promise<number> {
  const there = new Set((await findPartitionDays(db)).map((day) => day.getTime()));
  const now = await readClock(db);
  let made = 0;
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = dayFrom(now, ahead);
    if (there.has(day.getTime())) continue;
    const bounds = `from ('${day.toISOString()}') to ('${dayFrom(day, 1).toISOString()}')`;
    const name = partitionName(day);
    const statement = `create table if not exists ${name} partition of request_log for values ${bounds}`;
    try {
      await inShortTransaction(db, (tx) => tx.unsafe(statement));
      made += 1;
    } catch (error) {
      if (isCode(error, MADE)) continue;
      if (!isCode(error, TAKEN)) throw error;
      log.warn({ day: name }, "requests of a day without a partition stand in the default one");
    }
  }
  return made;
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

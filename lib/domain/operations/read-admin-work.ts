import type { Db } from "@/db/client";
import type { Waiting } from "./stored-state";

/** Merchants that were closed and have something open still. */
export async function readClosings(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int,
      coalesce(seconds_waited(min(closed_at)), 0)::float8 as oldest_seconds
    from merchant_closings where finished_at is null`;
  return row ?? { count: 0, oldestSeconds: 0 };
}

/** Broadcasts that have not reached all of their merchants. */
export async function readBroadcasts(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int,
      coalesce(seconds_waited(min(created_at)), 0)::float8 as oldest_seconds
    from broadcasts where sent_at is null`;
  return row ?? { count: 0, oldestSeconds: 0 };
}

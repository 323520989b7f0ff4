import type { Db } from "@/db/client";
import type { Waiting } from "./stored-state";

/** Rounds that screen known wallets under a list that has changed and are not over, and for how long none has gone on. */
export async function readRescreening(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int, coalesce(
      extract(epoch from now() - min(coalesce(updated_at, started_at))), 0)::float8 as oldest_seconds
    from screening_rounds where finished_at is null`;
  return row ?? { count: 0, oldestSeconds: 0 };
}

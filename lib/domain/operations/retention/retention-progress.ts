import type { Db } from "@/db/client";
import type { Position, RetentionTask } from "./retention-task";

const START: Position = { at: new Date(0), id: "" };

/** Where a task goes on: from the oldest row, or from where the run before ended. */
export async function findPosition(db: Db, { name, resumes }: RetentionTask): Promise<Position> {
  if (!resumes) return START;
  const [row] = await db<{ at: Date | null; id: string | null }[]>`
    select position_at as at, position_id as id from retention_tasks where name = ${name}`;
  return row?.at && row.id !== null ? { at: row.at, id: row.id } : START;
}

/** Writes down what a slice did. Without a `last` row the position stays where it is. */
export async function noteSlice(
  db: Db,
  { name }: RetentionTask,
  { removed, last, finished }: { removed: number; last: Position | null; finished: boolean },
): Promise<void> {
  await db`
    insert into retention_tasks as r (name, position_at, position_id, removed, finished_at)
    values (${name}, ${last?.at ?? null}, ${last?.id ?? null}, ${removed},
      case when ${finished} then now() end)
    on conflict (name) do update set removed = r.removed + excluded.removed,
      position_at = coalesce(excluded.position_at, r.position_at),
      position_id = coalesce(excluded.position_id, r.position_id),
      finished_at = coalesce(excluded.finished_at, r.finished_at)`;
}

/** How the removal of one kind of row stands. */
export interface RetentionProgress {
  readonly name: string;
  /** When nothing that was old enough was left; null before the first time. */
  readonly finishedAt: Date | null;
  readonly finishedSecondsAgo: number | null;
  /** Rows in all. */
  readonly removed: bigint;
}

/** How the removal of old rows stands, by kind. Each should have come to its end within a day. */
export async function readRetention(db: Db): Promise<RetentionProgress[]> {
  return db<RetentionProgress[]>`
    select name, finished_at, removed,
      extract(epoch from now() - finished_at)::float8 as finished_seconds_ago
    from retention_tasks order by name`;
}

import type { Db } from "@/db/client";

/** Pictures that are to be fetched. */
export interface DueImages {
  /** Pictures without a fetch attempt yet. */
  readonly pending: number;
  /** For how long the first that is due has waited. */
  readonly dueSeconds: number;
}

/** Beyond it they are not counted. */
const MOST_COUNTED = 10_000;

/** The pictures that wait to be fetched, counted up to a limit. */
export async function readImages(db: Db): Promise<DueImages> {
  const [row] = await db<DueImages[]>`
    select (count(*) filter (where status = 'pending'))::int as pending,
      greatest(0, coalesce(extract(epoch from now() - min(attempt_at)), 0))::float8 as due_seconds
    from (
      select status, attempt_at from image_references where attempt_at is not null
      order by attempt_at limit ${MOST_COUNTED}
    ) waiting`;
  return row ?? { pending: 0, dueSeconds: 0 };
}

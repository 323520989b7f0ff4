import type { Db } from "@/db/client";

/** Replays of webhooks that run. */
export interface RunningReplays {
  readonly count: number;
  /** Those that have not got on for a while. */
  readonly stalled: number;
  /** Of the one that has not got on for longest; zero and null where none is stalled. */
  readonly stalledSeconds: number;
  readonly stalledId: string | null;
  /** Whether the deliveries of the stalled replay wait at its endpoint; otherwise no process gives it events. */
  readonly waits: boolean;
}

/** A replay that has not got on for so long is told of. */
const STALLED_SECONDS = 600;

/** The replays that run, at most one per endpoint, and those of them that do not get on. */
export async function readReplays(db: Db): Promise<RunningReplays> {
  const [row] = await db<RunningReplays[]>`
    with running as materialized (
      select id, extract(epoch from now() - progressed_at)::float8 as seconds
      from webhook_replays where status = 'running'
    ), stalled as materialized (
      select id, seconds from running where seconds > ${STALLED_SECONDS}
      order by seconds desc limit 1
    )
    select count(*)::int, (count(*) filter (where seconds > ${STALLED_SECONDS}))::int as stalled,
      coalesce((select seconds from stalled), 0)::float8 as stalled_seconds,
      (select id from stalled) as stalled_id,
      exists (select from webhook_replay_items i where i.replay_id = (select id from stalled)) as waits
    from running`;
  return row ?? { count: 0, stalled: 0, stalledSeconds: 0, stalledId: null, waits: false };
}

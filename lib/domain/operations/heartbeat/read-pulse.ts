import type { Db } from "@/db/client";

/** The job engine's pulse, by the database's clock. */
export interface Pulse {
  readonly now: Date;
  /** Since the heartbeat last ran, in whichever process; null where it never has. */
  readonly secondsAgo: number | null;
}

/** Reads when the heartbeat last ran. */
export async function readPulse(db: Db): Promise<Pulse> {
  const [row] = await db<Pulse[]>`
    select now(), (
      select extract(epoch from now() - finished_at) from job_runs where job = 'heartbeat'
    )::float8 as seconds_ago`;
  if (!row) throw new Error("a select without a table has a row");
  return row;
}

/**
 * For how long the engine has run nothing, in seconds. What happened before this process sent heartbeats is
 * not counted: the first run may still be ahead.
 */
export function silentSeconds(secondsAgo: number | null, beatingSeconds: number): number {
  return Math.min(secondsAgo ?? Number.POSITIVE_INFINITY, beatingSeconds);
}

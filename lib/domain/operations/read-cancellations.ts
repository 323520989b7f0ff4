import type { Db } from "@/db/client";
import { LATE_SECONDS } from "./stored-relay";
import type { Waiting } from "./stored-state";

/** Subscriptions that have ended here and are to be ended on their chain. */
export interface Cancellations extends Waiting {
  /** Those that no call is about, nor was a short time ago. */
  readonly withoutCall: number;
}

const MOST_COUNTED = 10_000;

/** Reads how many subscriptions wait for their end on the chain, counted up to a limit. */
export async function readCancellations(db: Db): Promise<Cancellations> {
  const [row] = await db<Cancellations[]>`
    select count(*)::int,
      coalesce(seconds_waited(min(since)), 0)::float8 as oldest_seconds,
      (count(*) filter (where not exists (
        select from operator_calls c
        where c.subscription_id = waiting.id and (c.closed_at is null
          or c.closed_at > clock_now() - ${LATE_SECONDS} * interval '1 second')
      )))::int as without_call
    from (
      select id, greatest(closed_at, cancelled_at, enrolled_at) as since from subscriptions
      where onchain_cancel = 'queued' order by closed_at limit ${MOST_COUNTED}
    ) waiting`;
  return row ?? { count: 0, oldestSeconds: 0, withoutCall: 0 };
}

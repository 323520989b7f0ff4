import type { Db } from "@/db/client";
import { merchantObstacles } from "@/lib/core/refund-authorization-states";

/** Refunds that are not over, beyond 10,000 not counted. */
export interface OpenRefunds {
  readonly pending: number;
  readonly submitted: number;
  /** For how long the oldest that is submitted has been, without those that wait for their merchants alone. */
  readonly submittedSeconds: number;
  /** For how long the one that should have been looked at first has waited for it. */
  readonly dueSeconds: number;
  /** Of charges that came too late, which have waited for their merchant for a week. */
  readonly lateCharges: number;
  /** Recent refunds by merchants that match no known payment. */
  readonly unmatched: number;
}

/** A refund that matches no payment is told of for so long: nothing changes it any more. */
const UNMATCHED_DAYS = 7;

/** A merchant is told of what it has not returned by then. */
const LATE_DAYS = 7;

/** The refunds that wait for a merchant's wallet or for the chain. */
export async function readOpenRefunds(db: Db): Promise<OpenRefunds> {
  const [row] = await db<OpenRefunds[]>`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'submitted')::int as submitted,
      coalesce(seconds_waited(min(coalesce(submitted_at, created_at))
        filter (where status = 'submitted' and not is_merchants)), 0)::float8 as submitted_seconds,
      greatest(0, coalesce(seconds_waited((
        select min(due_at) from refunds where due_at is not null
      )), 0))::float8 as due_seconds,
      count(*) filter (where origin = 'late_charge'
        and created_at < clock_now() - ${LATE_DAYS} * interval '1 day')::int as late_charges,
      (
        select count(*) from chain_refunds
        where unmatched_at > clock_now() - ${UNMATCHED_DAYS} * interval '1 day'
      )::int as unmatched
    from (
      select r.status, r.origin, r.submitted_at, r.created_at, coalesce(
        a.state = 'queued' and a.obstacle = any (${[...merchantObstacles]}::text[]), false
      ) as is_merchants
      from refunds r left join refund_authorizations a on a.refund_id = r.id
      where r.closed_at is null order by r.created_at limit 10000
    ) open`;
  if (!row) throw new Error("counts are one row");
  return row;
}

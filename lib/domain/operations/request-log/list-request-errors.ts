import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listRequestErrors as declaration } from "@/lib/contract/operations/request-log";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { readClock } from "@/lib/domain/platform/read-clock";

const DAY_MS = 86_400_000;
/** The newest that are read, however many there are. */
const READ = 5_000;
const SHOWN = 50;

interface Row {
  method: string;
  route: string;
  status: number;
  reason: string | null;
  count: number;
  firstAt: Date;
  lastAt: Date;
  lastRequestId: string;
  /** Of all groups. */
  total: number;
}

/** Groups what the merchant's keys were refused, and what failed, by route, status and reason. */
export async function listRequestErrors(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const createdAfter = input.createdAfter ?? new Date((await readClock(db)).getTime() - DAY_MS);
  const { createdBefore } = input;
  // A class at a time, as the index has them; each gives its newest.
  const newest = (first: 4 | 5) => db`(
    select method, route, status, reason, created_at, request_id from request_log
    where ${ownedBy(db, actor)} and starts_with(caller, 'ak_') and status >= 400
      and (status / 100) = ${first}::int and created_at >= ${createdAfter}
      ${createdBefore ? db`and created_at < ${createdBefore}` : db``}
    order by created_at desc limit ${READ})`;
  const rows = await db<Row[]>`
    select method, route, status, reason, count(*)::int as count, min(created_at) as first_at,
      max(created_at) as last_at, (array_agg(request_id order by created_at desc))[1] as last_request_id,
      (sum(count(*)) over ())::int as total
    from (${newest(4)} union all ${newest(5)} order by created_at desc limit ${READ}) newest
    group by method, route, status, reason
    order by count desc, last_at desc limit ${SHOWN}`;
  return {
    object: "request_errors",
    data: rows.map(({ total: _, ...row }) => ({ object: "request_error", ...row })),
    createdAfter,
    truncated: (rows[0]?.total ?? 0) >= READ,
  };
}

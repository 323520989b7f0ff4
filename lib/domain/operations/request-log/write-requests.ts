import { asRows } from "@/db/as-rows";
import type { Sql } from "@/db/client";
import type { Mode } from "@/lib/core/modes";

/** A request that was answered. */
export interface LoggedRequest {
  readonly createdAt: Date;
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the path. */
  readonly route: string;
  readonly status: number;
  readonly reason: string | null;
  /** A key's id, or the name of a person's session. */
  readonly caller: string | null;
  readonly merchantId: string | null;
  readonly mode: Mode | null;
  readonly addressPrefix: string | null;
  readonly durationMs: number;
}

/** What many requests have in common. */
const shared = [
  "method",
  "route",
  "status",
  "reason",
  "caller",
  "merchantId",
  "mode",
  "addressPrefix",
] as const;

/** Requests that are alike, and what each has of its own: Postgres reads a list sooner than as many objects. */
interface Alike extends Pick<LoggedRequest, (typeof shared)[number]> {
  readonly ids: string[];
  readonly instants: number[];
  readonly durations: number[];
}

/**
 * Writes a batch of requests, in one statement that is a transaction by itself. A crash of the database may take the
 * last of them: nothing waits for the disk.
 */
export async function writeRequests(db: Sql, requests: readonly LoggedRequest[]): Promise<void> {
  await db`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
    insert into request_log (created_at, request_id, method, route, status, reason, caller,
      merchant_id, mode, address_prefix, duration_ms)
    select to_timestamp(r.instant / 1000.0) + (clock_now() - now()), r.id, g.method, g.route, g.status, g.reason, g.caller,
      g."merchantId", g.mode, g."addressPrefix", r.duration
    from relaxed
    cross join json_to_recordset(${asRows(grouped(requests))}::text::json) as g (
      method text, route text, status smallint, reason text, caller text, "merchantId" text,
      mode text, "addressPrefix" cidr, ids text[], instants bigint[], durations integer[])
    cross join unnest(g.ids, g.instants, g.durations) as r (id, instant, duration)`;
}

function grouped(requests: readonly LoggedRequest[]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const request of requests) {
    const key = shared.map((name) => request[name]).join(" ");
    let group = groups.get(key);
    if (!group) {
      const { createdAt, requestId, durationMs, ...common } = request;
      group = { ...common, ids: [], instants: [], durations: [] };
      groups.set(key, group);
    }
    group.ids.push(request.requestId);
    group.instants.push(request.createdAt.getTime());
    group.durations.push(request.durationMs);
  }
  return [...groups.values()];
}

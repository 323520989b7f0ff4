import type { Db } from "@/db/client";
import type { MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** What happened to a merchant in one mode, each by kind. */
export interface Happenings {
  readonly events: Record<string, number>;
  readonly deliveries: Record<string, number>;
  readonly mails: Record<string, number>;
  expiredSessions: number;
}

export const nothingHappened = (): Happenings => ({
  events: {},
  deliveries: {},
  mails: {},
  expiredSessions: 0,
});

/** Adds what happened from `from` on, before `to`, both of the time of the business. */
export async function addHappenings(
  db: Db,
  actor: MerchantActor,
  { from, to }: { readonly from: Date; readonly to: Date },
  sum: Happenings,
): Promise<void> {
  const rows = await db<{ what: keyof Happenings; kind: string; count: number }[]>`
    select 'events' as what, type as kind, count(*)::int from events e
    where ${ownedBy(db, actor, "e")} and e.created_at >= ${from} and e.created_at < ${to}
    group by type
    union all
    select 'deliveries', status, count(*)::int from webhook_deliveries v
    where ${ownedBy(db, actor, "v")} and v.started_at >= ${from} and v.started_at < ${to}
      and v.status <> 'pending'
    group by status
    union all
    select 'mails', state, count(*)::int from mails m
    where ${ownedBy(db, actor, "m")} and m.closed_at >= ${from} and m.closed_at < ${to}
    group by state
    union all
    select 'expiredSessions', status, count(*)::int from payment_sessions s
    where ${ownedBy(db, actor, "s")} and s.status = 'expired' and s.closed_at >= ${from}
      and s.closed_at < ${to}
    group by status`;
  for (const { what, kind, count } of rows) {
    if (what === "expiredSessions") sum.expiredSessions += count;
    else sum[what][kind] = (sum[what][kind] ?? 0) + count;
  }
}

import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import type { getOverview as declaration } from "@/lib/contract/admin/analytics";
import type { OutputOf } from "@/lib/contract/endpoint";
import { heldTransactionAfter } from "@/lib/core/hold-states";
import { type Mode, modes } from "@/lib/core/modes";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { inEach, readTakingsBetween, type Takings } from "./read-platform-takings";

type Overview = OutputOf<typeof declaration>;
type Counts = Pick<
  Overview,
  "failedRenewals24h" | "openSubmissions" | "deliveriesFailing" | "holds"
>;

const DAY_MS = 86_400_000;

/** The platform's figures as of now. */
export async function getOverview({ db }: Context<AdminActor>): Promise<Overview> {
  const now = await readClock(db);
  const [merchants, volume24h, volume30d, activeSubscriptions, troubles] = await Promise.all([
    countMerchants(db),
    readVolume(db, now, 1),
    readVolume(db, now, 30),
    countSubscriptions(db),
    countTroubles(db),
  ]);
  return {
    object: "admin_overview",
    ...{ merchants, volume24h, volume30d, activeSubscriptions },
    ...troubles,
  };
}

async function countMerchants(db: Db): Promise<Overview["merchants"]> {
  const [row] = await db<Overview["merchants"][]>`
    select count(*) filter (where status = 'active')::int as active,
      count(*) filter (where status = 'suspended')::int as suspended,
      count(*) filter (where status = 'closed')::int as closed,
      count(*) filter (where created_at > clock_now() - interval '7 days')::int as new7d,
      count(*) filter (where created_at > clock_now() - interval '30 days')::int as new30d
    from merchants`;
  if (!row) throw new Error("a count gives a row");
  return row;
}

async function readVolume(db: Db, now: Date, days: number): Promise<Takings[]> {
  const range = { from: new Date(now.getTime() - days * DAY_MS), to: now };
  return inEach(await readTakingsBetween(db, range));
}

async function countSubscriptions(db: Db): Promise<Overview["activeSubscriptions"]> {
  const rows = await db<{ mode: Mode; count: number }[]>`
    select mode, sum(subscriptions)::int as count from subscription_totals
    where status = 'active' group by mode`;
  return modes.map((mode) => rows.find((row) => row.mode === mode) ?? { mode, count: 0 });
}

async function countTroubles(db: Db): Promise<Counts> {
  const [row] = await db<Counts[]>`
    select (
        select count(*)::int from subscriptions
        where ${db.unsafe(indexCondition("grace", "status", ["past_due"]))}
          and past_due_since > clock_now() - interval '1 day'
      ) as failed_renewals24h,
      (select count(*)::int from relay_open_submissions) as open_submissions,
      (
        select count(*)::int from webhook_endpoints
        where status = 'enabled' and failing_since is not null
      ) as deliveries_failing,
      (
        select count(*)::int from transactions
        where payment_exception = 'screening' and status = ${heldTransactionAfter.refused}
      ) as holds`;
  if (!row) throw new Error("a count gives a row");
  return row;
}

import type { PendingQuery, Row } from "postgres";
import { bookedRows } from "@/db/booked-condition";
import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** The business and mode that counters belong to; of those over all businesses `merchantId` is `PLATFORM`. */
export interface FigureOwner {
  readonly merchantId: string;
  readonly mode: Mode;
}

/** Sorts behind each merchant's id. */
export const PLATFORM = "platform";

/** A table of counters, and what its counters are by definition. */
export interface Figure {
  readonly table: string;
  /** What tells the rows of a business and mode apart, without the stripe. */
  readonly place: readonly string[];
  readonly counters: readonly string[];
  /** Columns whose least or greatest value over the stripes counts. */
  readonly bounds?: Readonly<Record<string, "min" | "max">>;
  readonly striped: boolean;
  /** A select of `place` and `counters` from the rows that are counted. */
  recount(db: Db, owner: FigureOwner): PendingQuery<Row[]>;
}

const sessionCounters = [
  "sessions_created",
  "sessions_confirmed",
  "sessions_expired",
  "sessions_cancelled",
];
const subscriptionCounters = [
  "subscriptions_started",
  "cancelled_by_payer",
  "cancelled_by_merchant",
  "cancelled_by_operator",
  "lapsed",
  "completed",
];

/** Sessions by the day of creation: those behind an invoice once it is sent. */
const recountSessions = (db: Db, owner: FigureOwner) => db`
  select utc_day(s.created_at) as day, count(*) as sessions_created,
    count(*) filter (where s.status in ('confirmed', 'refunded')) as sessions_confirmed,
    count(*) filter (where s.status = 'expired') as sessions_expired,
    count(*) filter (where s.status = 'cancelled') as sessions_cancelled
  from payment_sessions s left join invoices i on i.session_id = s.id
  where ${ownedBy(db, owner, "s")} and (s.invoice_id is null or i.sent_at is not null)
  group by 1`;

/** Terms that no plan has and that only the chain told of are never charged. */
const isCharged = (db: Db) => db`(plan_id is not null or origin = 'relay')`;

/** A next term starts when it begins. */
const startedAt = (db: Db) => db`case when next_term then start_at else enrolled_at end`;

/** Subscriptions that started, those that were cancelled before left out, and how they ended first. */
const recountEnds = (db: Db, owner: FigureOwner) => db`
  with known as (
    select utc_day(${startedAt(db)}) as started_on, utc_day(closed_at) as ended_on,
      coalesce(ended_as, status) as status, coalesce(cancelled_by, 'merchant') as cancelled_by
    from subscriptions
    where ${ownedBy(db, owner)} and ${isCharged(db)} and enrolled_at is not null
      and (closed_at is null or closed_at >= ${startedAt(db)})
  )
  select day, sum(subscriptions_started) as subscriptions_started,
    sum(cancelled_by_payer) as cancelled_by_payer,
    sum(cancelled_by_merchant) as cancelled_by_merchant,
    sum(cancelled_by_operator) as cancelled_by_operator, sum(lapsed) as lapsed,
    sum(completed) as completed
  from (
    select started_on as day, 1 as subscriptions_started, 0 as cancelled_by_payer,
      0 as cancelled_by_merchant, 0 as cancelled_by_operator, 0 as lapsed, 0 as completed
    from known
    union all
    select ended_on, 0, (status = 'cancelled' and cancelled_by = 'payer')::int,
      (status = 'cancelled' and cancelled_by = 'merchant')::int,
      (status = 'cancelled' and cancelled_by = 'operator')::int, (status = 'lapsed')::int,
      (status = 'completed')::int
    from known where ended_on is not null
  ) placed
  group by 1`;

const recountDays = (db: Db, owner: FigureOwner) => db`
  select day, ${db.unsafe(sessionCounters.map((name) => `coalesce(${name}, 0) as ${name}`).join(", "))},
    ${db.unsafe(subscriptionCounters.map((name) => `coalesce(${name}, 0) as ${name}`).join(", "))}
  from (${recountSessions(db, owner)}) s full join (${recountEnds(db, owner)}) e using (day)`;

/** What counts as taken: final payments and charges. */
export const isTaken = (db: Db) =>
  db`type in ('payment', 'subscription_charge') and status = 'confirmed'`;

/** Counters of a business and mode. */
const figures: readonly Figure[] = [
  {
    table: "daily_counts",
    place: ["day"],
    counters: [...sessionCounters, ...subscriptionCounters],
    striped: true,
    recount: recountDays,
  },
  {
    table: "daily_takings",
    place: ["day", "currency"],
    counters: ["amount", "payments", "fees"],
    striped: true,
    recount: (db, owner) => db`
      select utc_day(created_at) as day, currency, sum(amount) as amount, count(*) as payments,
        sum(fee) as fees
      from transactions where ${ownedBy(db, owner)} and ${isTaken(db)}
      group by 1, 2`,
  },
  {
    table: "daily_customers",
    place: ["day"],
    counters: ["customers_created"],
    striped: true,
    recount: (db, owner) => db`
      select utc_day(created_at) as day, count(*) as customers_created
      from customers where ${ownedBy(db, owner)}
      group by 1`,
  },
  {
    table: "customer_totals",
    place: ["currency", "customer_id"],
    counters: ["spent", "payments"],
    striped: false,
    recount: (db, owner) => db`
      select currency, customer_id, sum(amount - least(amount, amount_refunded)) as spent,
        count(*) as payments
      from transactions
      where ${ownedBy(db, owner)} and ${isTaken(db)} and customer_id is not null
      group by 1, 2`,
  },
  {
    table: "subscription_totals",
    place: ["plan_id", "currency", "interval_seconds", "status", "collection"],
    counters: ["subscriptions", "amount"],
    striped: true,
    recount: (db, owner) => db`
      select coalesce(plan_id, '') as plan_id, currency, interval_seconds, status,
        case when next_term and status = 'trialing' then 'ahead'
          when paused_at is null then 'collecting' else 'paused' end as collection,
        count(*) as subscriptions, sum(amount) as amount
      from subscriptions
      where ${ownedBy(db, owner)} and ${isCharged(db)}
        and status in ('trialing', 'active', 'past_due')
      group by 1, 2, 3, 4, 5`,
  },
  {
    table: "daily_movements",
    place: ["day", "chain_id", "currency"],
    counters: ["movements", "received", "fees", "refunds"],
    bounds: { first_block: "min", last_block: "max" },
    striped: true,
    recount: (db, owner) => db`
      select utc_day(block_timestamp) as day, chain_id, currency, count(*) as movements,
        coalesce(sum(amount) filter (where type <> 'refund'), 0) as received,
        coalesce(sum(fee) filter (where type <> 'refund'), 0) as fees,
        coalesce(sum(amount) filter (where type = 'refund'), 0) as refunds,
        min(block_number) as first_block, max(block_number) as last_block
      from transactions where ${ownedBy(db, owner)} and ${db.unsafe(bookedRows)}
      group by 1, 2, 3`,
  },
];

/** Counters of a mode over all businesses. Triggers keep them equal to the businesses' own, also while those are rebuilt. */
const platformFigures: readonly Figure[] = [
  {
    table: "platform_takings",
    place: ["day", "currency"],
    counters: ["amount", "payments", "fees"],
    striped: true,
    recount: (db, { mode }) => db`
      select day, currency, sum(amount) as amount, sum(payments) as payments, sum(fees) as fees
      from daily_takings where mode = ${mode}
      group by 1, 2 having sum(payments) <> 0 or sum(amount) <> 0 or sum(fees) <> 0`,
  },
];

/** Every table of counters that `operator stats rebuild` fills and the nightly comparison looks at. */
export const figuresOf = ({ merchantId }: FigureOwner): readonly Figure[] =>
  merchantId === PLATFORM ? platformFigures : figures;

/** The condition on a row of counters that it is the owner's. */
export const countedFor = (db: Db, owner: FigureOwner) =>
  owner.merchantId === PLATFORM ? db`mode = ${owner.mode}` : ownedBy(db, owner);

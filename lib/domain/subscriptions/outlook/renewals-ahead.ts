import type { Db } from "@/db/client";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import type { SubscriptionStatus } from "@/lib/core/states";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";

/** A charge of a subscription that falls due ahead. */
export interface AheadRenewal {
  readonly subscriptionId: string;
  readonly planId: string | null;
  readonly customerId: string | null;
  readonly status: SubscriptionStatus;
  /** Of the last try, while it is past due. */
  readonly failureCode: ChargeFailure | null;
  readonly isPaused: boolean;
  readonly deploymentId: string;
  readonly payer: Address;
  readonly tokenAddress: Address;
  readonly currency: Currency;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  readonly dueAt: Date;
}

/** Half-open: `to` is not part of it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

const MOST_CHARGES = 1_000_000;

export const aheadColumns = (db: Db) => db`
  s.id as subscription_id, s.plan_id, s.customer_id, s.status, s.failure_code,
  s.paused_at is not null as is_paused, s.deployment_id, s.payer, s.token_address, s.currency,
  o.amount, o.due_at`;

/**
 * What the next charge of a subscription `s` takes, smallest unit: of a period that has begun to be charged, the rest.
 */
export const nextAmount = (db: Db) => db`case
  when s.charged_of_period < s.amount and s.next_charge_at
    = s.start_at + (s.current_period * s.interval_seconds)::float8 * interval '1 second'
  then s.amount - s.charged_of_period else s.amount end`;

/** The condition on a subscription `s` that it has a charge ahead before a time, and that keepers charge it. */
export const hasAhead = (db: Db, before: Date) => db`
  s.next_charge_at is not null and s.next_charge_at < ${before} and s.attempt_at is not null
    and (s.plan_id is not null or s.origin = 'relay')`;

/**
 * A join that gives each renewal of a subscription `s` within a period: `o.due_at` and `o.amount`. The first is when a keeper looks
 * next; the later ones begin each period until the end, or until less than an amount is left of the cap. A charge that
 * is under way is not ahead; those of the periods after its own are.
 * @param given.overdue also what fell due before the period and waits for a keeper
 */
export const renewalsAhead = (
  db: Db,
  { from, to }: Period,
  { overdue }: { overdue: boolean },
) => db`
  cross join lateral (
    select s.attempt_at as due_at, ${nextAmount(db)} as amount
    where s.attempt_at < ${to} and (${overdue} or s.attempt_at >= ${from})
      and not exists (
        select from subscription_renewals r where r.subscription_id = s.id and r.open::int = 1
      )
    union all
    select later.due_at, s.amount
    from (
      select coalesce((
        select s.start_at + (r.period * s.interval_seconds)::float8 * interval '1 second'
        from subscription_renewals r where r.subscription_id = s.id and r.open::int = 1
      ), s.attempt_at) as due_at
    ) taken
    cross join generate_series(
      greatest(1,
        floor(extract(epoch from ${from}::timestamptz - s.next_charge_at) / s.interval_seconds)),
      least(
        ceil(extract(epoch from least(${to}::timestamptz, s.end_at) - s.next_charge_at)
          / s.interval_seconds) - 1,
        least(div(s.cap - s.charged - ${nextAmount(db)}, s.amount), ${MOST_CHARGES})
      )
    ) n
    cross join lateral (
      select s.next_charge_at + (n * s.interval_seconds)::float8 * interval '1 second' as due_at
    ) later
    where later.due_at >= ${from} and later.due_at > taken.due_at
  ) o`;

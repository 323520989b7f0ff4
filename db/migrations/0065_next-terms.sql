ALTER TABLE "subscriptions" ADD COLUMN "next_term" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A next term starts on the day on which it begins, and counts for nothing when it is cancelled before; until its first
-- charge it is ahead, and in no trial.
create or replace function count_new_subscriptions() returns trigger language plpgsql as $$
begin
  insert into daily_counts as c (merchant_id, mode, day, stripe, subscriptions_started,
    cancelled_by_payer, cancelled_by_merchant, cancelled_by_operator, lapsed, completed)
  select * from (
    select merchant_id, mode, day, figure_stripe() as stripe,
      sum(sign * started) as subscriptions_started,
      coalesce(sum(sign * ended) filter (where status = 'cancelled' and cancelled_by = 'payer'), 0) as cancelled_by_payer,
      coalesce(sum(sign * ended) filter (where status = 'cancelled' and coalesce(cancelled_by, 'merchant') = 'merchant'), 0) as cancelled_by_merchant,
      coalesce(sum(sign * ended) filter (where status = 'cancelled' and cancelled_by = 'operator'), 0) as cancelled_by_operator,
      coalesce(sum(sign * ended) filter (where status = 'lapsed'), 0) as lapsed,
      coalesce(sum(sign * ended) filter (where status = 'completed'), 0) as completed
    from (
    select 1 as sign, merchant_id, mode, plan_id, currency, interval_seconds, amount,
      coalesce(ended_as, status) as status, paused_at, next_term,
      case when next_term and enrolled_at is not null then start_at else enrolled_at end as started_at,
      closed_at, cancelled_by
    from new_rows where plan_id is not null or origin = 'relay'
    ) changed
    cross join lateral (
      values (utc_day(started_at), 1, 0), (utc_day(closed_at), 0, 1)
    ) place (day, started, ended)
    where started_at is not null and coalesce(closed_at, started_at) >= started_at
      and place.day is not null
    group by 1, 2, 3
  ) counted
  where (subscriptions_started, cancelled_by_payer, cancelled_by_merchant, cancelled_by_operator, lapsed, completed) <> (0, 0, 0, 0, 0, 0)
  order by 1, 2, 3
  on conflict (merchant_id, mode, day, stripe) do update set
    subscriptions_started = c.subscriptions_started + excluded.subscriptions_started,
    cancelled_by_payer = c.cancelled_by_payer + excluded.cancelled_by_payer,
    cancelled_by_merchant = c.cancelled_by_merchant + excluded.cancelled_by_merchant,
    cancelled_by_operator = c.cancelled_by_operator + excluded.cancelled_by_operator,
    lapsed = c.lapsed + excluded.lapsed,
    completed = c.completed + excluded.completed;
  insert into subscription_totals as c (merchant_id, mode, plan_id, currency, interval_seconds,
    status, collection, stripe, subscriptions, amount)
  select merchant_id, mode, coalesce(plan_id, ''), currency, interval_seconds, status,
    case when next_term and status = 'trialing' then 'ahead'
      when paused_at is null then 'collecting' else 'paused' end,
    figure_stripe(), sum(sign), sum(sign * amount)
  from (
    select 1 as sign, merchant_id, mode, plan_id, currency, interval_seconds, amount,
      coalesce(ended_as, status) as status, paused_at, next_term,
      case when next_term and enrolled_at is not null then start_at else enrolled_at end as started_at,
      closed_at, cancelled_by
    from new_rows where plan_id is not null or origin = 'relay'
  ) changed
  where status in ('trialing', 'active', 'past_due')
  group by 1, 2, 3, 4, 5, 6, 7
  having sum(sign) <> 0 or sum(sign * amount) <> 0
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (merchant_id, mode, plan_id, currency, interval_seconds, status, collection, stripe)
  do update set
    subscriptions = c.subscriptions + excluded.subscriptions, amount = c.amount + excluded.amount;
  return null;
end $$;
--> statement-breakpoint
create or replace function count_changed_subscriptions() returns trigger language plpgsql as $$
begin
  insert into daily_counts as c (merchant_id, mode, day, stripe, subscriptions_started,
    cancelled_by_payer, cancelled_by_merchant, cancelled_by_operator, lapsed, completed)
  select * from (
    select merchant_id, mode, day, figure_stripe() as stripe,
      sum(sign * started) as subscriptions_started,
      coalesce(sum(sign * ended) filter (where status = 'cancelled' and cancelled_by = 'payer'), 0) as cancelled_by_payer,
      coalesce(sum(sign * ended) filter (where status = 'cancelled' and coalesce(cancelled_by, 'merchant') = 'merchant'), 0) as cancelled_by_merchant,
      coalesce(sum(sign * ended) filter (where status = 'cancelled' and cancelled_by = 'operator'), 0) as cancelled_by_operator,
      coalesce(sum(sign * ended) filter (where status = 'lapsed'), 0) as lapsed,
      coalesce(sum(sign * ended) filter (where status = 'completed'), 0) as completed
    from (
    select 1 as sign, merchant_id, mode, plan_id, currency, interval_seconds, amount,
      coalesce(ended_as, status) as status, paused_at, next_term,
      case when next_term and enrolled_at is not null then start_at else enrolled_at end as started_at,
      closed_at, cancelled_by
    from new_rows where plan_id is not null or origin = 'relay'
    union all
    select -1, merchant_id, mode, plan_id, currency, interval_seconds, amount,
      coalesce(ended_as, status) as status, paused_at, next_term,
      case when next_term and enrolled_at is not null then start_at else enrolled_at end as started_at,
      closed_at, cancelled_by
    from old_rows where plan_id is not null or origin = 'relay'
    ) changed
    cross join lateral (
      values (utc_day(started_at), 1, 0), (utc_day(closed_at), 0, 1)
    ) place (day, started, ended)
    where started_at is not null and coalesce(closed_at, started_at) >= started_at
      and place.day is not null
    group by 1, 2, 3
  ) counted
  where (subscriptions_started, cancelled_by_payer, cancelled_by_merchant, cancelled_by_operator, lapsed, completed) <> (0, 0, 0, 0, 0, 0)
  order by 1, 2, 3
  on conflict (merchant_id, mode, day, stripe) do update set
    subscriptions_started = c.subscriptions_started + excluded.subscriptions_started,
    cancelled_by_payer = c.cancelled_by_payer + excluded.cancelled_by_payer,
    cancelled_by_merchant = c.cancelled_by_merchant + excluded.cancelled_by_merchant,
    cancelled_by_operator = c.cancelled_by_operator + excluded.cancelled_by_operator,
    lapsed = c.lapsed + excluded.lapsed,
    completed = c.completed + excluded.completed;
  insert into subscription_totals as c (merchant_id, mode, plan_id, currency, interval_seconds,
    status, collection, stripe, subscriptions, amount)
  select merchant_id, mode, coalesce(plan_id, ''), currency, interval_seconds, status,
    case when next_term and status = 'trialing' then 'ahead'
      when paused_at is null then 'collecting' else 'paused' end,
    figure_stripe(), sum(sign), sum(sign * amount)
  from (
    select 1 as sign, merchant_id, mode, plan_id, currency, interval_seconds, amount,
      coalesce(ended_as, status) as status, paused_at, next_term,
      case when next_term and enrolled_at is not null then start_at else enrolled_at end as started_at,
      closed_at, cancelled_by
    from new_rows where plan_id is not null or origin = 'relay'
    union all
    select -1, merchant_id, mode, plan_id, currency, interval_seconds, amount,
      coalesce(ended_as, status) as status, paused_at, next_term,
      case when next_term and enrolled_at is not null then start_at else enrolled_at end as started_at,
      closed_at, cancelled_by
    from old_rows where plan_id is not null or origin = 'relay'
  ) changed
  where status in ('trialing', 'active', 'past_due')
  group by 1, 2, 3, 4, 5, 6, 7
  having sum(sign) <> 0 or sum(sign * amount) <> 0
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (merchant_id, mode, plan_id, currency, interval_seconds, status, collection, stripe)
  do update set
    subscriptions = c.subscriptions + excluded.subscriptions, amount = c.amount + excluded.amount;
  return null;
end $$;
--> statement-breakpoint
-- Those that are ahead now. The counters follow by the triggers.
update subscriptions n set next_term = true
where n.status = 'trialing' and n.start_at > clock_now() and exists (
  select from subscriptions s
  where s.payer = n.payer and s.deployment_id = n.deployment_id and s.merchant_id = n.merchant_id
    and s.mode = n.mode and s.plan_id = n.plan_id and s.id <> n.id
    and s.status in ('trialing', 'active', 'past_due')
    and s.end_at <= n.start_at and s.end_at > clock_now()
);

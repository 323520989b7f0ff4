CREATE TABLE "daily_movements" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"chain_id" integer NOT NULL,
	"currency" text NOT NULL,
	"stripe" smallint NOT NULL,
	"movements" bigint DEFAULT 0 NOT NULL,
	"received" numeric NOT NULL,
	"fees" numeric NOT NULL,
	"refunds" numeric NOT NULL,
	"first_block" bigint,
	"last_block" bigint,
	CONSTRAINT "daily_movements_merchant_id_mode_day_chain_id_currency_stripe_pk" PRIMARY KEY("merchant_id","mode","day","chain_id","currency","stripe"),
	CONSTRAINT "daily_movements_mode" CHECK ("daily_movements"."mode" in ('test', 'live')),
	CONSTRAINT "daily_movements_currency" CHECK ("daily_movements"."currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
CREATE TABLE "platform_takings" (
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"stripe" smallint NOT NULL,
	"amount" numeric NOT NULL,
	"payments" bigint DEFAULT 0 NOT NULL,
	"fees" numeric NOT NULL,
	CONSTRAINT "platform_takings_mode_day_currency_stripe_pk" PRIMARY KEY("mode","day","currency","stripe"),
	CONSTRAINT "platform_takings_mode" CHECK ("platform_takings"."mode" in ('test', 'live')),
	CONSTRAINT "platform_takings_currency" CHECK ("platform_takings"."currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
ALTER TABLE "daily_takings" ADD COLUMN "fees" numeric DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Rows that are written again and again: room for their next versions on the same page.
ALTER TABLE "daily_movements" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "platform_takings" SET (fillfactor = 50);
--> statement-breakpoint
lock table transactions in share row exclusive mode;
--> statement-breakpoint
insert into daily_takings as c (merchant_id, mode, day, currency, stripe, amount, payments, fees)
select merchant_id, mode, utc_day(created_at), currency, 0, 0, 0, sum(fee)
from transactions where type in ('payment', 'subscription_charge') and status = 'confirmed'
group by 1, 2, 3, 4
on conflict (merchant_id, mode, day, currency, stripe) do update set fees = excluded.fees;
--> statement-breakpoint
insert into platform_takings (mode, day, currency, stripe, amount, payments, fees)
select mode, day, currency, 0, sum(amount), sum(payments), sum(fees) from daily_takings group by 1, 2, 3;
--> statement-breakpoint
insert into daily_movements (merchant_id, mode, day, chain_id, currency, stripe, movements, received,
  fees, refunds, first_block, last_block)
select merchant_id, mode, utc_day(block_timestamp), chain_id, currency, 0, count(*),
  coalesce(sum(amount) filter (where type <> 'refund'), 0),
  coalesce(sum(fee) filter (where type <> 'refund'), 0),
  coalesce(sum(amount) filter (where type = 'refund'), 0), min(block_number), max(block_number)
from transactions where coalesce(status = 'confirmed' or (status = 'pending' and payment_exception = 'screening'), false)
group by 1, 2, 3, 4, 5;
--> statement-breakpoint
create or replace function count_new_transactions() returns trigger language plpgsql as $$
begin
  insert into daily_takings as c (merchant_id, mode, day, currency, stripe, amount, payments, fees)
  select merchant_id, mode, utc_day(created_at), currency, figure_stripe(), sum(sign * amount),
    sum(sign), sum(sign * fee)
  from (
    select 1 as sign, merchant_id, mode, created_at, currency, amount, fee
    from new_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
  ) changed
  group by 1, 2, 3, 4
  having sum(sign * amount) <> 0 or sum(sign) <> 0 or sum(sign * fee) <> 0
  order by 1, 2, 3, 4
  on conflict (merchant_id, mode, day, currency, stripe) do update set
    amount = c.amount + excluded.amount, payments = c.payments + excluded.payments,
    fees = c.fees + excluded.fees;
  insert into customer_totals as c (merchant_id, mode, currency, customer_id, spent, payments)
  select merchant_id, mode, currency, customer_id,
    sum(sign * (amount - least(amount, amount_refunded))), sum(sign)
  from (
    select 1 as sign, merchant_id, mode, currency, customer_id, amount, amount_refunded
    from new_rows where type in ('payment', 'subscription_charge') and status = 'confirmed' and customer_id is not null
  ) changed
  group by 1, 2, 3, 4
  having sum(sign * (amount - least(amount, amount_refunded))) <> 0 or sum(sign) <> 0
  order by 4, 3
  on conflict (customer_id, currency) do update set
    spent = c.spent + excluded.spent, payments = c.payments + excluded.payments;
  insert into daily_movements as c (merchant_id, mode, day, chain_id, currency, stripe, movements,
    received, fees, refunds, first_block, last_block)
  select merchant_id, mode, utc_day(block_timestamp), chain_id, currency, figure_stripe(), sum(sign),
    coalesce(sum(sign * amount) filter (where type <> 'refund'), 0),
    coalesce(sum(sign * fee) filter (where type <> 'refund'), 0),
    coalesce(sum(sign * amount) filter (where type = 'refund'), 0),
    min(block_number) filter (where sign = 1), max(block_number) filter (where sign = 1)
  from (
    select 1 as sign, merchant_id, mode, block_timestamp, chain_id, currency, type, amount, fee, block_number
    from new_rows where coalesce(status = 'confirmed' or (status = 'pending' and payment_exception = 'screening'), false)
  ) changed
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (merchant_id, mode, day, chain_id, currency, stripe) do update set
    movements = c.movements + excluded.movements, received = c.received + excluded.received,
    fees = c.fees + excluded.fees, refunds = c.refunds + excluded.refunds,
    first_block = least(c.first_block, excluded.first_block),
    last_block = greatest(c.last_block, excluded.last_block);
  return null;
end $$;
--> statement-breakpoint
create or replace function count_changed_transactions() returns trigger language plpgsql as $$
begin
  insert into daily_takings as c (merchant_id, mode, day, currency, stripe, amount, payments, fees)
  select merchant_id, mode, utc_day(created_at), currency, figure_stripe(), sum(sign * amount),
    sum(sign), sum(sign * fee)
  from (
    select 1 as sign, merchant_id, mode, created_at, currency, amount, fee
    from new_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
    union all
    select -1, merchant_id, mode, created_at, currency, amount, fee
    from old_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
  ) changed
  group by 1, 2, 3, 4
  having sum(sign * amount) <> 0 or sum(sign) <> 0 or sum(sign * fee) <> 0
  order by 1, 2, 3, 4
  on conflict (merchant_id, mode, day, currency, stripe) do update set
    amount = c.amount + excluded.amount, payments = c.payments + excluded.payments,
    fees = c.fees + excluded.fees;
  insert into customer_totals as c (merchant_id, mode, currency, customer_id, spent, payments)
  select merchant_id, mode, currency, customer_id,
    sum(sign * (amount - least(amount, amount_refunded))), sum(sign)
  from (
    select 1 as sign, merchant_id, mode, currency, customer_id, amount, amount_refunded
    from new_rows where type in ('payment', 'subscription_charge') and status = 'confirmed' and customer_id is not null
    union all
    select -1, merchant_id, mode, currency, customer_id, amount, amount_refunded
    from old_rows where type in ('payment', 'subscription_charge') and status = 'confirmed' and customer_id is not null
  ) changed
  group by 1, 2, 3, 4
  having sum(sign * (amount - least(amount, amount_refunded))) <> 0 or sum(sign) <> 0
  order by 4, 3
  on conflict (customer_id, currency) do update set
    spent = c.spent + excluded.spent, payments = c.payments + excluded.payments;
  insert into daily_movements as c (merchant_id, mode, day, chain_id, currency, stripe, movements,
    received, fees, refunds, first_block, last_block)
  select merchant_id, mode, utc_day(block_timestamp), chain_id, currency, figure_stripe(), sum(sign),
    coalesce(sum(sign * amount) filter (where type <> 'refund'), 0),
    coalesce(sum(sign * fee) filter (where type <> 'refund'), 0),
    coalesce(sum(sign * amount) filter (where type = 'refund'), 0),
    min(block_number) filter (where sign = 1), max(block_number) filter (where sign = 1)
  from (
    select 1 as sign, merchant_id, mode, block_timestamp, chain_id, currency, type, amount, fee, block_number
    from new_rows where coalesce(status = 'confirmed' or (status = 'pending' and payment_exception = 'screening'), false)
    union all
    select -1, merchant_id, mode, block_timestamp, chain_id, currency, type, amount, fee, block_number
    from old_rows where coalesce(status = 'confirmed' or (status = 'pending' and payment_exception = 'screening'), false)
  ) changed
  group by 1, 2, 3, 4, 5
  having sum(sign) <> 0 or sum(sign * amount) filter (where type <> 'refund') <> 0
    or sum(sign * fee) filter (where type <> 'refund') <> 0
    or sum(sign * amount) filter (where type = 'refund') <> 0
  order by 1, 2, 3, 4, 5
  on conflict (merchant_id, mode, day, chain_id, currency, stripe) do update set
    movements = c.movements + excluded.movements, received = c.received + excluded.received,
    fees = c.fees + excluded.fees, refunds = c.refunds + excluded.refunds,
    first_block = least(c.first_block, excluded.first_block),
    last_block = greatest(c.last_block, excluded.last_block);
  -- What has left the books, or another block of theirs, may have been in the first or the last one.
  update daily_movements c set (first_block, last_block) = (
    select min(t.block_number), max(t.block_number) from transactions t
    where t.merchant_id = c.merchant_id and t.mode = c.mode and t.chain_id = c.chain_id
      and t.currency = c.currency and t.block_timestamp >= c.day::timestamp at time zone 'UTC'
      and t.block_timestamp < (c.day + 1)::timestamp at time zone 'UTC'
      and coalesce(t.status = 'confirmed' or (t.status = 'pending' and t.payment_exception = 'screening'), false)
  )
  from (
    select distinct merchant_id, mode, utc_day(block_timestamp) as day, chain_id, currency
    from (
      select id, merchant_id, mode, block_timestamp, chain_id, currency, block_number
      from old_rows where coalesce(status = 'confirmed' or (status = 'pending' and payment_exception = 'screening'), false)
      except
      select id, merchant_id, mode, block_timestamp, chain_id, currency, block_number
      from new_rows where coalesce(status = 'confirmed' or (status = 'pending' and payment_exception = 'screening'), false)
    ) gone
  ) k
  where c.merchant_id = k.merchant_id and c.mode = k.mode and c.day = k.day
    and c.chain_id = k.chain_id and c.currency = k.currency;
  return null;
end $$;
--> statement-breakpoint
-- Of an insert that meets rows the one trigger has those that were inserted, the other those that were updated.
create function count_new_takings() returns trigger language plpgsql as $$
begin
  insert into platform_takings as c (mode, day, currency, stripe, amount, payments, fees)
  select mode, day, currency, (pg_backend_pid() % 64)::smallint, sum(sign * amount),
    sum(sign * payments), sum(sign * fees)
  from (
    select 1 as sign, mode, day, currency, amount, payments, fees from new_rows
  ) changed
  group by 1, 2, 3
  having sum(sign * amount) <> 0 or sum(sign * payments) <> 0 or sum(sign * fees) <> 0
  order by 1, 2, 3
  on conflict (mode, day, currency, stripe) do update set
    amount = c.amount + excluded.amount, payments = c.payments + excluded.payments,
    fees = c.fees + excluded.fees;
  return null;
end $$;
--> statement-breakpoint
create function count_changed_takings() returns trigger language plpgsql as $$
begin
  insert into platform_takings as c (mode, day, currency, stripe, amount, payments, fees)
  select mode, day, currency, (pg_backend_pid() % 64)::smallint, sum(sign * amount),
    sum(sign * payments), sum(sign * fees)
  from (
    select 1 as sign, mode, day, currency, amount, payments, fees from new_rows
    union all
    select -1 as sign, mode, day, currency, amount, payments, fees from old_rows
  ) changed
  group by 1, 2, 3
  having sum(sign * amount) <> 0 or sum(sign * payments) <> 0 or sum(sign * fees) <> 0
  order by 1, 2, 3
  on conflict (mode, day, currency, stripe) do update set
    amount = c.amount + excluded.amount, payments = c.payments + excluded.payments,
    fees = c.fees + excluded.fees;
  return null;
end $$;
--> statement-breakpoint
create function count_removed_takings() returns trigger language plpgsql as $$
begin
  insert into platform_takings as c (mode, day, currency, stripe, amount, payments, fees)
  select mode, day, currency, (pg_backend_pid() % 64)::smallint, sum(sign * amount),
    sum(sign * payments), sum(sign * fees)
  from (
    select -1 as sign, mode, day, currency, amount, payments, fees from old_rows
  ) changed
  group by 1, 2, 3
  having sum(sign * amount) <> 0 or sum(sign * payments) <> 0 or sum(sign * fees) <> 0
  order by 1, 2, 3
  on conflict (mode, day, currency, stripe) do update set
    amount = c.amount + excluded.amount, payments = c.payments + excluded.payments,
    fees = c.fees + excluded.fees;
  return null;
end $$;
--> statement-breakpoint
create trigger daily_takings_counted after insert on daily_takings
  referencing new table as new_rows for each statement execute function count_new_takings();
--> statement-breakpoint
create trigger daily_takings_recounted after update on daily_takings
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_takings();
--> statement-breakpoint
create trigger daily_takings_removed after delete on daily_takings
  referencing old table as old_rows for each statement execute function count_removed_takings();

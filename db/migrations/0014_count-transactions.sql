-- Final payments and charges, by day and by customer.
lock table transactions in share row exclusive mode;
--> statement-breakpoint
create function count_new_transactions() returns trigger language plpgsql as $$
begin
  insert into daily_takings as c (merchant_id, mode, day, currency, stripe, amount, payments)
  select merchant_id, mode, utc_day(created_at), currency, figure_stripe(), sum(sign * amount), sum(sign)
  from (
    select 1 as sign, merchant_id, mode, created_at, currency, customer_id, amount, amount_refunded
    from new_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
  ) changed
  group by 1, 2, 3, 4 having sum(sign * amount) <> 0 or sum(sign) <> 0
  order by 1, 2, 3, 4
  on conflict (merchant_id, mode, day, currency, stripe) do update set
    amount = c.amount + excluded.amount, payments = c.payments + excluded.payments;
  insert into customer_totals as c (merchant_id, mode, currency, customer_id, spent, payments)
  select merchant_id, mode, currency, customer_id,
    sum(sign * (amount - least(amount, amount_refunded))), sum(sign)
  from (
    select 1 as sign, merchant_id, mode, created_at, currency, customer_id, amount, amount_refunded
    from new_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
  ) changed
  where customer_id is not null
  group by 1, 2, 3, 4
  having sum(sign * (amount - least(amount, amount_refunded))) <> 0 or sum(sign) <> 0
  order by 4, 3
  on conflict (customer_id, currency) do update set
    spent = c.spent + excluded.spent, payments = c.payments + excluded.payments;
  return null;
end $$;
--> statement-breakpoint
create function count_changed_transactions() returns trigger language plpgsql as $$
begin
  insert into daily_takings as c (merchant_id, mode, day, currency, stripe, amount, payments)
  select merchant_id, mode, utc_day(created_at), currency, figure_stripe(), sum(sign * amount), sum(sign)
  from (
    select 1 as sign, merchant_id, mode, created_at, currency, customer_id, amount, amount_refunded
    from new_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
    union all
    select -1, merchant_id, mode, created_at, currency, customer_id, amount, amount_refunded
    from old_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
  ) changed
  group by 1, 2, 3, 4 having sum(sign * amount) <> 0 or sum(sign) <> 0
  order by 1, 2, 3, 4
  on conflict (merchant_id, mode, day, currency, stripe) do update set
    amount = c.amount + excluded.amount, payments = c.payments + excluded.payments;
  insert into customer_totals as c (merchant_id, mode, currency, customer_id, spent, payments)
  select merchant_id, mode, currency, customer_id,
    sum(sign * (amount - least(amount, amount_refunded))), sum(sign)
  from (
    select 1 as sign, merchant_id, mode, created_at, currency, customer_id, amount, amount_refunded
    from new_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
    union all
    select -1, merchant_id, mode, created_at, currency, customer_id, amount, amount_refunded
    from old_rows where type in ('payment', 'subscription_charge') and status = 'confirmed'
  ) changed
  where customer_id is not null
  group by 1, 2, 3, 4
  having sum(sign * (amount - least(amount, amount_refunded))) <> 0 or sum(sign) <> 0
  order by 4, 3
  on conflict (customer_id, currency) do update set
    spent = c.spent + excluded.spent, payments = c.payments + excluded.payments;
  return null;
end $$;
--> statement-breakpoint
create trigger transactions_counted after insert on transactions
  referencing new table as new_rows for each statement execute function count_new_transactions();
--> statement-breakpoint
create trigger transactions_recounted after update on transactions
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_transactions();
--> statement-breakpoint
insert into daily_takings (merchant_id, mode, day, currency, stripe, amount, payments)
select merchant_id, mode, utc_day(created_at), currency, 0, sum(amount), count(*)
from transactions where type in ('payment', 'subscription_charge') and status = 'confirmed'
group by 1, 2, 3, 4;
--> statement-breakpoint
insert into customer_totals (merchant_id, mode, currency, customer_id, spent, payments)
select merchant_id, mode, currency, customer_id, sum(amount - least(amount, amount_refunded)), count(*)
from transactions where type in ('payment', 'subscription_charge') and status = 'confirmed' and customer_id is not null
group by 1, 2, 3, 4;

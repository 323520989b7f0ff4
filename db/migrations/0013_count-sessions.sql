-- A session counts on the day of its creation, the session of an invoice once the invoice is sent.
lock table payment_sessions in share row exclusive mode;
--> statement-breakpoint
create function count_new_sessions() returns trigger language plpgsql as $$
begin
  insert into daily_counts as c (merchant_id, mode, day, stripe, sessions_created,
    sessions_confirmed, sessions_expired, sessions_cancelled)
  select merchant_id, mode, utc_day(created_at), figure_stripe(), count(*),
    count(*) filter (where status in ('confirmed', 'refunded')),
    count(*) filter (where status = 'expired'), count(*) filter (where status = 'cancelled')
  from new_rows
  where invoice_id is null or status <> 'created'
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (merchant_id, mode, day, stripe) do update set
    sessions_created = c.sessions_created + excluded.sessions_created,
    sessions_confirmed = c.sessions_confirmed + excluded.sessions_confirmed,
    sessions_expired = c.sessions_expired + excluded.sessions_expired,
    sessions_cancelled = c.sessions_cancelled + excluded.sessions_cancelled;
  return null;
end $$;
--> statement-breakpoint
create function count_changed_sessions() returns trigger language plpgsql as $$
begin
  insert into daily_counts as c (merchant_id, mode, day, stripe, sessions_created,
    sessions_confirmed, sessions_expired, sessions_cancelled)
  select merchant_id, mode, utc_day(created_at), figure_stripe(),
    count(*) filter (where is_counted) - count(*) filter (where was_counted),
    count(*) filter (where is_counted and status in ('confirmed', 'refunded'))
      - count(*) filter (where was_counted and old_status in ('confirmed', 'refunded')),
    count(*) filter (where is_counted and status = 'expired')
      - count(*) filter (where was_counted and old_status = 'expired'),
    count(*) filter (where is_counted and status = 'cancelled')
      - count(*) filter (where was_counted and old_status = 'cancelled')
  from (
    select n.merchant_id, n.mode, n.created_at, n.status, o.status as old_status,
      w.was_counted,
      w.was_counted or (o.status = 'created' and n.status <> 'cancelled') as is_counted
    from new_rows n
    join old_rows o on o.id = n.id and o.status <> n.status
    cross join lateral (
      select case
        when o.invoice_id is null then true
        when o.status = 'created' then false
        -- The only status that an invoice may have reached as a draft.
        when o.status = 'cancelled' then exists (
          select from invoices i where i.session_id = o.id and i.sent_at is not null
        )
        else true
      end as was_counted
    ) w
  ) changed
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (merchant_id, mode, day, stripe) do update set
    sessions_created = c.sessions_created + excluded.sessions_created,
    sessions_confirmed = c.sessions_confirmed + excluded.sessions_confirmed,
    sessions_expired = c.sessions_expired + excluded.sessions_expired,
    sessions_cancelled = c.sessions_cancelled + excluded.sessions_cancelled;
  return null;
end $$;
--> statement-breakpoint
create trigger payment_sessions_counted after insert on payment_sessions
  referencing new table as new_rows for each statement execute function count_new_sessions();
--> statement-breakpoint
create trigger payment_sessions_recounted after update on payment_sessions
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_sessions();
--> statement-breakpoint
insert into daily_counts (merchant_id, mode, day, stripe, sessions_created, sessions_confirmed,
  sessions_expired, sessions_cancelled)
select s.merchant_id, s.mode, utc_day(s.created_at), 0, count(*),
  count(*) filter (where s.status in ('confirmed', 'refunded')),
  count(*) filter (where s.status = 'expired'), count(*) filter (where s.status = 'cancelled')
from payment_sessions s left join invoices i on i.session_id = s.id
where s.invoice_id is null or i.sent_at is not null
group by 1, 2, 3;

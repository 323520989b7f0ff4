CREATE TABLE "relay_open_submissions" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"session_id" text,
	"account" text collate "C" NOT NULL,
	"wallet" text,
	"token_address" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"debited" boolean NOT NULL,
	"queue" text collate "C",
	"due_at" timestamp (3) with time zone NOT NULL,
	"doubt" text collate "C",
	"doubt_at" timestamp (3) with time zone NOT NULL,
	"chain_id" integer NOT NULL,
	"valid_before" numeric(78,0) NOT NULL,
	CONSTRAINT "relay_open_submissions_session" UNIQUE("session_id")
);
--> statement-breakpoint
DROP INDEX "relay_submissions_open_session";--> statement-breakpoint
DROP INDEX "relay_submissions_due";--> statement-breakpoint
DROP INDEX "relay_submissions_payer";--> statement-breakpoint
DROP INDEX "relay_submissions_deadline";--> statement-breakpoint
DROP INDEX "webhook_dispatches_sending";--> statement-breakpoint
DROP INDEX "payment_sessions_due";--> statement-breakpoint
DROP INDEX "transactions_newest_unconfirmed";--> statement-breakpoint
DROP INDEX "transactions_unfinal";--> statement-breakpoint
DROP INDEX "relay_batch_items_open";--> statement-breakpoint
DROP INDEX "relay_batches_open";--> statement-breakpoint
DROP INDEX "relay_submissions_authorization";--> statement-breakpoint
DROP INDEX "webhook_deliveries_newest_unsuccessful";--> statement-breakpoint
DROP INDEX "webhook_dispatches_due";--> statement-breakpoint
DROP INDEX "webhook_dispatches_next";--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD COLUMN "authorization_released" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD COLUMN "slot_consumed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- At once, for each rewrites the table.
ALTER TABLE "webhook_dispatches"
  ADD COLUMN "endpoint_due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when state in ('pending', 'sending') then next_attempt_at end) STORED,
  ADD COLUMN "due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when state in ('pending', 'sending') then next_attempt_at end) STORED,
  ADD COLUMN "leased_until" timestamp (3) with time zone GENERATED ALWAYS AS (case when state = 'sending' then next_attempt_at end) STORED;--> statement-breakpoint
alter table "relay_open_submissions" set (fillfactor = 50);--> statement-breakpoint
-- Rows that are written from now on; the others are rewritten when they change.
alter table "relay_submissions" set (fillfactor = 60);--> statement-breakpoint
update relay_submissions set authorization_released = true where state in ('rejected', 'expired', 'failed');--> statement-breakpoint
CREATE INDEX "relay_open_submissions_account" ON "relay_open_submissions" USING btree ("account","wallet");--> statement-breakpoint
CREATE INDEX "relay_open_submissions_queue" ON "relay_open_submissions" USING btree ("queue","due_at");--> statement-breakpoint
CREATE INDEX "relay_open_submissions_doubt" ON "relay_open_submissions" USING btree ("doubt","doubt_at");--> statement-breakpoint
CREATE INDEX "relay_open_submissions_deadline" ON "relay_open_submissions" USING btree ("chain_id","valid_before");--> statement-breakpoint
CREATE INDEX "transactions_held" ON "transactions" USING btree ("chain_id","block_number","log_index") WHERE "transactions"."payment_exception" = 'screening';--> statement-breakpoint
CREATE INDEX "webhook_dispatches_leased" ON "webhook_dispatches" USING btree ("leased_until") WHERE "webhook_dispatches"."leased_until" is not null;--> statement-breakpoint
CREATE INDEX "payment_sessions_due" ON "payment_sessions" USING btree ("expires_at") WHERE (status || ' due') in ('created due', 'pending due');--> statement-breakpoint
CREATE INDEX "transactions_newest_unconfirmed" ON "transactions" USING btree ("merchant_id","mode","status","created_at","id") WHERE (status || ' listed') in ('pending listed', 'reorged listed');--> statement-breakpoint
CREATE INDEX "transactions_unfinal" ON "transactions" USING btree ("chain_id","block_number") WHERE (status || ' unfinal') in ('pending unfinal');--> statement-breakpoint
CREATE UNIQUE INDEX "relay_batch_items_open" ON "relay_batch_items" USING btree ("submission_id") WHERE "relay_batch_items"."open"::int = 1;--> statement-breakpoint
CREATE INDEX "relay_batches_open" ON "relay_batches" USING btree ("chain_id","wallet","state","nonce") WHERE (state || ' open') in ('signed open', 'in_flight open', 'mined open');--> statement-breakpoint
CREATE UNIQUE INDEX "relay_submissions_authorization" ON "relay_submissions" USING btree ("chain_id","token_address","payer","auth_nonce") WHERE not "relay_submissions"."authorization_released";--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest_unsuccessful" ON "webhook_deliveries" USING btree ("merchant_id","mode","status","created_at","id") WHERE (status || ' listed') in ('pending listed', 'failed listed', 'exhausted listed');--> statement-breakpoint
CREATE INDEX "webhook_dispatches_due" ON "webhook_dispatches" USING btree ("endpoint_id","endpoint_due_at","id") WHERE "webhook_dispatches"."endpoint_due_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_dispatches_next" ON "webhook_dispatches" USING btree ("due_at") WHERE "webhook_dispatches"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_released" CHECK ("relay_submissions"."authorization_released" = ("relay_submissions"."state" in ('rejected', 'expired', 'failed')));--> statement-breakpoint
create function mark_submission() returns trigger language plpgsql as $$
begin
  new.authorization_released := new.state in ('rejected', 'expired', 'failed');
  new.slot_consumed := new.slot_consumed and new.state in ('signed', 'broadcast', 'mined');
  return new;
end $$;
--> statement-breakpoint
create trigger relay_submissions_marks before insert or update of state on relay_submissions
  for each row when (
    new.slot_consumed or new.authorization_released or new.state in ('rejected', 'expired', 'failed')
  )
  execute function mark_submission();
--> statement-breakpoint
create trigger relay_open_submissions_same before update on relay_open_submissions
  for each row execute function suppress_redundant_updates_trigger();
--> statement-breakpoint
create function keep_open_submission() returns trigger language plpgsql as $$
declare
  kept relay_open_submissions;
  sent boolean := new.state in ('signed', 'broadcast', 'mined');
  first_due timestamptz := date_trunc('milliseconds', least(new.created_at, now()));
begin
  if not sent and new.state not in ('held', 'queued') then
    if tg_op = 'UPDATE' then
      delete from relay_open_submissions where submission_id = new.id;
    end if;
    return null;
  end if;
  kept.submission_id := new.id;
  kept.session_id := new.session_id;
  kept.account := new.chain_id || ':' || new.payer;
  kept.wallet := new.wallet;
  kept.token_address := new.token_address;
  kept.amount := new.amount;
  kept.debited := new.state = 'mined' and new.failure_code is null;
  kept.queue := case
    when new.state = 'held' then new.chain_id || ':held'
    when new.state = 'queued' and new.payer_has_code
      then new.chain_id || ':coded:' || coalesce(new.wallet, '')
    when new.state = 'queued' then new.chain_id || ':plain:' || coalesce(new.wallet, '')
  end;
  kept.due_at := coalesce(new.next_check_at, first_due);
  kept.doubt := case
    when sent and (new.slot_consumed or new.failure_code is not null) then new.chain_id || ':slot'
    when not sent and new.failure_code = 'nonce_used' then new.chain_id || ':nonce'
  end;
  -- What was never signed for is decided whenever the chain is looked at, however long it waits for its turn.
  kept.doubt_at := case when sent then kept.due_at else first_due end;
  kept.chain_id := new.chain_id;
  kept.valid_before := new.valid_before;
  if tg_op = 'UPDATE' then
    update relay_open_submissions o set
      session_id = kept.session_id, account = kept.account, wallet = kept.wallet,
      token_address = kept.token_address, amount = kept.amount, debited = kept.debited,
      queue = kept.queue, due_at = kept.due_at, doubt = kept.doubt, doubt_at = kept.doubt_at,
      chain_id = kept.chain_id, valid_before = kept.valid_before
    where o.submission_id = kept.submission_id;
    if found then
      return null;
    end if;
  end if;
  insert into relay_open_submissions values (kept.*) on conflict (submission_id) do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger relay_submissions_open after insert or update on relay_submissions
  for each row execute function keep_open_submission();
--> statement-breakpoint
create function drop_open_submission() returns trigger language plpgsql as $$
begin
  delete from relay_open_submissions where submission_id = old.id;
  return null;
end $$;
--> statement-breakpoint
create trigger relay_submissions_gone after delete on relay_submissions
  for each row execute function drop_open_submission();
--> statement-breakpoint
-- The submissions are locked in the order of their ids, as everybody does who locks several.
create function mark_slot_consumed() returns trigger language plpgsql as $$
declare
  ids text[] := array(
    select submission_id from relay_batch_items where batch_id = new.id and open
  );
begin
  perform from relay_submissions where id = any (ids) order by id for update;
  update relay_submissions set slot_consumed = (new.state = 'consumed')
  where id = any (ids) and state in ('signed', 'broadcast', 'mined');
  return null;
end $$;
--> statement-breakpoint
create trigger relay_batches_consumed after update of state on relay_batches
  for each row when ((old.state = 'consumed') <> (new.state = 'consumed'))
  execute function mark_slot_consumed();
--> statement-breakpoint
update relay_submissions s set slot_consumed = true
where s.state in ('signed', 'broadcast', 'mined') and exists (
  select from relay_batch_items i join relay_batches b on b.id = i.batch_id
  where i.submission_id = s.id and i.open and b.state = 'consumed'
);
--> statement-breakpoint
-- The triggers give each open submission its row.
update relay_submissions set state = state
where state in ('held', 'queued', 'signed', 'broadcast', 'mined');

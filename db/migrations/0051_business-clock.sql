CREATE TABLE "business_clock" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ahead_ms" bigint DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "business_clock_one_row" CHECK ("business_clock"."id"),
	CONSTRAINT "business_clock_ahead" CHECK ("business_clock"."ahead_ms" >= 0)
);
--> statement-breakpoint
insert into business_clock default values;--> statement-breakpoint
ALTER TABLE "admin_users" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "admin_users" ALTER COLUMN "updated_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "api_keys" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "authorization_sightings" ALTER COLUMN "seen_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "deployment_contracts" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "deployments" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "compliance_screenings" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "screening_decisions" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "updated_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "next_attempt_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "merchant_registrations" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "merchants" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "merchants" ALTER COLUMN "updated_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "operator_calls" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "operator_calls" ALTER COLUMN "updated_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "payment_sessions" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "relay_wallets" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "relay_batches" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "relay_submissions" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "relay_submissions" ALTER COLUMN "updated_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "request_log" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "memberships" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "webhook_dispatches" ALTER COLUMN "next_attempt_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "webhook_dispatches" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ALTER COLUMN "updated_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "webhook_replays" ALTER COLUMN "created_at" SET DEFAULT clock_now();--> statement-breakpoint
ALTER TABLE "webhook_dispatches" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
-- A lease is in real time, and what is being sent is due at no time of the business.
update webhook_dispatches set lease_until = next_attempt_at, next_attempt_at = 'infinity'
  where leased_until is not null;
--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
DROP INDEX "webhook_dispatches_leased";--> statement-breakpoint
ALTER TABLE "mails" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "webhook_dispatches" DROP COLUMN "leased_until";--> statement-breakpoint
-- As before, but what has no time of its own is due by the time of the business.
create or replace function keep_open_submission() returns trigger language plpgsql as $$
declare
  kept relay_open_submissions;
  wallet_name text := coalesce('0x' || encode(new.wallet, 'hex'), '');
  sent boolean := new.state in ('signed', 'broadcast', 'mined');
  first_due timestamptz := date_trunc('milliseconds', least(new.created_at, clock_now()));
begin
  if not sent and new.state not in ('held', 'queued') then
    if tg_op = 'UPDATE' then
      delete from relay_open_submissions where submission_id = new.id;
    end if;
    return null;
  end if;
  kept.submission_id := new.id;
  kept.session_id := new.session_id;
  kept.account := new.chain_id || ':0x' || encode(new.payer, 'hex');
  kept.wallet := new.wallet;
  kept.token_address := new.token_address;
  kept.amount := new.amount;
  kept.debited := new.state = 'mined' and new.failure_code is null;
  kept.queue := case
    when new.state = 'held' then new.chain_id || ':held'
    when new.state = 'queued' and new.payer_has_code
      then new.chain_id || ':coded:' || wallet_name
    when new.state = 'queued' then new.chain_id || ':plain:' || wallet_name
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

CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"facts" jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"message_id" text,
	"failure" text,
	"response" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case state when 'queued' then next_attempt_at when 'sending' then lease_until end) STORED,
	CONSTRAINT "mails_dedupe_key" UNIQUE("dedupe_key"),
	CONSTRAINT "mails_mode" CHECK ("mails"."mode" in ('test', 'live')),
	CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('payment_receipt', 'payment_received', 'webhook_endpoint_failing', 'webhook_endpoint_disabled')),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued', 'sending', 'sent', 'refused', 'failed', 'withheld', 'cancelled')),
	CONSTRAINT "mails_closed_at" CHECK (("mails"."closed_at" is null) = ("mails"."state" in ('queued', 'sending'))),
	CONSTRAINT "mails_lease" CHECK (("mails"."lease_until" is not null) = ("mails"."state" = 'sending'))
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "email_prefs" jsonb DEFAULT '{"paymentReceived":true,"subscriptionCharged":true}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "receipt_email" text;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "receipt_wallet" "bytea";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE "mails"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_recent" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_closed" ON "mails" USING btree ("closed_at","id") WHERE "mails"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("closed_at","id") WHERE "mails"."state" in ('refused', 'failed', 'withheld', 'cancelled');--> statement-breakpoint
-- Not validated, which would read the table under a lock: both columns are new.
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_receipt" CHECK (case when "payment_sessions"."receipt_email" is null then "payment_sessions"."receipt_wallet" is null
        else octet_length(coalesce("payment_sessions"."receipt_wallet", '')) = 20 end) NOT VALID;--> statement-breakpoint
-- The page has promised a receipt to payers who gave an e-mail and have not paid yet.
update payment_sessions s set receipt_email = s.payer_email, receipt_wallet = c.wallet_address
from customers c
where (s.status || ' due') in ('created due', 'pending due') and s.payer_email is not null and c.id = s.customer_id;

CREATE TABLE "customer_totals" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"customer_id" text NOT NULL,
	"spent" numeric NOT NULL,
	"payments" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "customer_totals_customer_id_currency_pk" PRIMARY KEY("customer_id","currency"),
	CONSTRAINT "customer_totals_mode" CHECK ("customer_totals"."mode" in ('test', 'live')),
	CONSTRAINT "customer_totals_currency" CHECK ("customer_totals"."currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
CREATE TABLE "daily_counts" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"stripe" smallint NOT NULL,
	"sessions_created" bigint DEFAULT 0 NOT NULL,
	"sessions_confirmed" bigint DEFAULT 0 NOT NULL,
	"sessions_expired" bigint DEFAULT 0 NOT NULL,
	"sessions_cancelled" bigint DEFAULT 0 NOT NULL,
	"subscriptions_started" bigint DEFAULT 0 NOT NULL,
	"cancelled_by_payer" bigint DEFAULT 0 NOT NULL,
	"cancelled_by_merchant" bigint DEFAULT 0 NOT NULL,
	"cancelled_by_operator" bigint DEFAULT 0 NOT NULL,
	"lapsed" bigint DEFAULT 0 NOT NULL,
	"completed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_counts_merchant_id_mode_day_stripe_pk" PRIMARY KEY("merchant_id","mode","day","stripe"),
	CONSTRAINT "daily_counts_mode" CHECK ("daily_counts"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "daily_takings" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"stripe" smallint NOT NULL,
	"amount" numeric NOT NULL,
	"payments" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_takings_merchant_id_mode_day_currency_stripe_pk" PRIMARY KEY("merchant_id","mode","day","currency","stripe"),
	CONSTRAINT "daily_takings_mode" CHECK ("daily_takings"."mode" in ('test', 'live')),
	CONSTRAINT "daily_takings_currency" CHECK ("daily_takings"."currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
CREATE TABLE "figure_differences" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"figure" text NOT NULL,
	"place" text NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "figure_differences_merchant_id_mode_figure_place_pk" PRIMARY KEY("merchant_id","mode","figure","place"),
	CONSTRAINT "figure_differences_mode" CHECK ("figure_differences"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "subscription_totals" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"plan_id" text NOT NULL,
	"currency" text NOT NULL,
	"interval_seconds" bigint NOT NULL,
	"status" text NOT NULL,
	"collection" text NOT NULL,
	"stripe" smallint NOT NULL,
	"subscriptions" bigint DEFAULT 0 NOT NULL,
	"amount" numeric NOT NULL,
	CONSTRAINT "subscription_totals_merchant_id_mode_plan_id_currency_interval_seconds_status_collection_stripe_pk" PRIMARY KEY("merchant_id","mode","plan_id","currency","interval_seconds","status","collection","stripe"),
	CONSTRAINT "subscription_totals_mode" CHECK ("subscription_totals"."mode" in ('test', 'live')),
	CONSTRAINT "subscription_totals_currency" CHECK ("subscription_totals"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "subscription_totals_status" CHECK ("subscription_totals"."status" in ('pending', 'trialing', 'active', 'past_due', 'lapsed', 'completed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
CREATE INDEX "customer_totals_ranked" ON "customer_totals" USING btree ("merchant_id","mode","currency","spent","customer_id");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_cancelled_by" CHECK ("subscriptions"."cancelled_by" in ('payer', 'merchant', 'operator'));--> statement-breakpoint
-- Rows that are written again and again: room for their next versions on the same page.
ALTER TABLE "daily_counts" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "daily_takings" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "subscription_totals" SET (fillfactor = 50);
--> statement-breakpoint
UPDATE "subscriptions" SET "cancelled_by" =
  case when "cancel_reason" = 'cancelled_by_payer' then 'payer' else 'merchant' end
  WHERE "status" = 'cancelled';
--> statement-breakpoint
-- The stripe that this connection adds to: one connection has one transaction at a time.
create function figure_stripe() returns smallint language sql stable as
  'select (pg_backend_pid() % 8)::smallint';
--> statement-breakpoint
create function utc_day(at timestamptz) returns date language sql immutable strict parallel safe as
  $$ select (at at time zone 'UTC')::date $$;

CREATE TABLE "daily_customers" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"stripe" smallint NOT NULL,
	"customers_created" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_customers_merchant_id_mode_day_stripe_pk" PRIMARY KEY("merchant_id","mode","day","stripe"),
	CONSTRAINT "daily_customers_mode" CHECK ("daily_customers"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "kept_figures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_figures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"figure" text NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"amount" numeric NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_figures_of_day" UNIQUE("merchant_id","mode","figure","currency","day"),
	CONSTRAINT "kept_figures_mode" CHECK ("kept_figures"."mode" in ('test', 'live')),
	CONSTRAINT "kept_figures_currency" CHECK ("kept_figures"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "kept_figures_figure" CHECK ("kept_figures"."figure" in ('mrr', 'forecast_7', 'forecast_30', 'forecast_60', 'forecast_90'))
);
--> statement-breakpoint
CREATE TABLE "payer_positions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payer_positions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deployment_id" text NOT NULL,
	"payer" "bytea" NOT NULL,
	"token_address" "bytea" NOT NULL,
	"balance" numeric(78,0) NOT NULL,
	"allowance" numeric(78,0) NOT NULL,
	"blocked" boolean NOT NULL,
	"paused" boolean NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payer_positions_of_payer" UNIQUE("payer","deployment_id","token_address"),
	CONSTRAINT "payer_positions_addresses" CHECK (octet_length("payer_positions"."payer") = 20 and octet_length("payer_positions"."token_address") = 20)
);
--> statement-breakpoint
CREATE INDEX "kept_figures_expiry" ON "kept_figures" USING btree ("expires_at","id");--> statement-breakpoint
CREATE INDEX "payer_positions_age" ON "payer_positions" USING btree ("read_at","id");
--> statement-breakpoint
DROP TABLE "daily_volumes";
--> statement-breakpoint
-- Rows that are written again and again: room for their next versions on the same page.
ALTER TABLE "daily_customers" SET (fillfactor = 50);
--> statement-breakpoint
-- A customer counts on the day of its creation.
lock table customers in share row exclusive mode;
--> statement-breakpoint
create function count_new_customers() returns trigger language plpgsql as $$
begin
  insert into daily_customers as c (merchant_id, mode, day, stripe, customers_created)
  select merchant_id, mode, utc_day(created_at), figure_stripe(), count(*)
  from new_rows
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (merchant_id, mode, day, stripe) do update set
    customers_created = c.customers_created + excluded.customers_created;
  return null;
end $$;
--> statement-breakpoint
create trigger customers_counted after insert on customers
  referencing new table as new_rows for each statement execute function count_new_customers();
--> statement-breakpoint
insert into daily_customers (merchant_id, mode, day, stripe, customers_created)
select merchant_id, mode, utc_day(created_at), 0, count(*) from customers group by 1, 2, 3;

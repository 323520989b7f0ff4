CREATE TABLE "request_log" (
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"request_id" text NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"reason" text,
	"caller" text,
	"merchant_id" text,
	"mode" text,
	"address_prefix" "cidr",
	"duration_ms" integer NOT NULL
) partition by range ("created_at");
--> statement-breakpoint
CREATE INDEX "request_log_caller" ON "request_log" USING btree ("caller","created_at");--> statement-breakpoint
create table request_log_default partition of request_log default;
--> statement-breakpoint
-- What it took is found by its age, to be removed row by row; the other partitions are dropped.
create index request_log_default_age on request_log_default (created_at);
--> statement-breakpoint
-- The days until the job has run for the first time.
do $$
declare
  first date := (now() at time zone 'UTC')::date;
begin
  for day in 0..3 loop
    execute format(
      'create table request_log_%s partition of request_log for values from (%L) to (%L)',
      to_char(first + day, 'YYYYMMDD'), (first + day) || ' 00:00:00Z', (first + day + 1) || ' 00:00:00Z');
  end loop;
end $$;
--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_actor";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "merchant_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "mode" text;--> statement-breakpoint
-- Every row has one of fewer kinds already: nothing is to be checked.
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor" CHECK ("audit_log"."actor_kind" in ('operator', 'admin', 'system', 'key', 'session')) NOT VALID;

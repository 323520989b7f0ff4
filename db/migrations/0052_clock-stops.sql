ALTER TABLE "business_clock" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "business_clock" ADD COLUMN "stops" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TABLE "clock_moves" (
	"id" text PRIMARY KEY NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "clock_moves_until" ON "clock_moves" USING btree ("until_at");
--> statement-breakpoint
-- How long something has really waited since a time of the business: what the clock was moved by meanwhile is left out.
create function seconds_waited(since timestamptz) returns float8 language sql stable parallel safe as $$
  select extract(epoch from clock_now() - since)::float8 - coalesce((
    select sum(extract(epoch from m.until_at - greatest(m.from_at, since)))::float8
    from clock_moves m where m.until_at > since
  ), 0)
$$;

CREATE SEQUENCE "public"."event_arrivals" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "event_counters" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"last_position" bigint NOT NULL,
	CONSTRAINT "event_counters_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "event_counters_mode" CHECK ("event_counters"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "event_horizons" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"removed_position" bigint NOT NULL,
	CONSTRAINT "event_horizons_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "event_horizons_mode" CHECK ("event_horizons"."mode" in ('test', 'live'))
);
--> statement-breakpoint
ALTER TABLE "event_counters" ADD CONSTRAINT "event_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_horizons" ADD CONSTRAINT "event_horizons_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The default comes after the column, so that no row is written anew: events without an arrival are those of before.
ALTER TABLE "events" ADD COLUMN "arrival" bigint, ADD COLUMN "position" bigint;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "arrival" SET DEFAULT nextval('event_arrivals');

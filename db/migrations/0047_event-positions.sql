CREATE SEQUENCE "public"."event_arrivals" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "event_counters" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"last_position" bigint NOT NULL,
	CONSTRAINT "event_counters_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "event_counters_mode" CHECK ("event_counters"."mode" in ('test', 'live'))
);--> statement-breakpoint
CREATE TABLE "event_horizons" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"removed_position" bigint NOT NULL,
	CONSTRAINT "event_horizons_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "event_horizons_mode" CHECK ("event_horizons"."mode" in ('test', 'live'))
);--> statement-breakpoint
CREATE UNLOGGED TABLE "event_streams" (
	"id" text PRIMARY KEY NOT NULL,
	"caller" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "webhook_replay_items" (
	"dispatch_id" text PRIMARY KEY NOT NULL,
	"replay_id" text NOT NULL
);--> statement-breakpoint
CREATE TABLE "webhook_replays" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"created_by_key" text,
	"from_position" bigint NOT NULL,
	"to_position" bigint NOT NULL,
	"created_after" timestamp (3) with time zone,
	"created_before" timestamp (3) with time zone,
	"types" text[],
	"status" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"next_position" bigint NOT NULL,
	"total" integer NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"failures_in_row" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_replays_mode" CHECK ("webhook_replays"."mode" in ('test', 'live')),
	CONSTRAINT "webhook_replays_status" CHECK ("webhook_replays"."status" in ('running', 'completed', 'cancelled', 'stopped'))
);--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_counters" ADD CONSTRAINT "event_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_horizons" ADD CONSTRAINT "event_horizons_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_replay_items" ADD CONSTRAINT "webhook_replay_items_replay_id_webhook_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."webhook_replays"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_streams_by_caller" ON "event_streams" USING btree ("caller");--> statement-breakpoint
CREATE INDEX "webhook_replay_items_by_replay" ON "webhook_replay_items" USING btree ("replay_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_replays_running" ON "webhook_replays" USING btree ("endpoint_id") WHERE "webhook_replays"."status" = 'running';--> statement-breakpoint
CREATE INDEX "webhook_replays_age" ON "webhook_replays" USING btree (("created_at" at time zone 'UTC'));--> statement-breakpoint
-- The default comes after the column, so that no row is written anew: events without an arrival are those of before.
ALTER TABLE "events" ADD COLUMN "arrival" bigint, ADD COLUMN "position" bigint;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "arrival" SET DEFAULT nextval('event_arrivals');

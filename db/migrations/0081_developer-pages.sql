CREATE TABLE "daily_volumes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_volumes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"payments" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "daily_volumes_of_day" UNIQUE("merchant_id","mode","day","currency"),
	CONSTRAINT "daily_volumes_mode" CHECK ("daily_volumes"."mode" in ('test', 'live')),
	CONSTRAINT "daily_volumes_currency" CHECK ("daily_volumes"."currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
CREATE TABLE "inspected_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"endpoint_id" text,
	"signature" text NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '7 days' NOT NULL,
	CONSTRAINT "inspected_webhooks_mode" CHECK ("inspected_webhooks"."mode" in ('test', 'live')),
	CONSTRAINT "inspected_webhooks_signature" CHECK ("inspected_webhooks"."signature" in ('valid', 'missing', 'mismatch', 'too_old', 'no_endpoint'))
);
--> statement-breakpoint
CREATE TABLE "webhook_inspectors" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "webhook_inspectors_of_merchant" UNIQUE("merchant_id","mode"),
	CONSTRAINT "webhook_inspectors_mode" CHECK ("webhook_inspectors"."mode" in ('test', 'live'))
);
--> statement-breakpoint
ALTER TABLE "webhook_inspectors" ADD CONSTRAINT "webhook_inspectors_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_volumes_expiry" ON "daily_volumes" USING btree ("expires_at","id");--> statement-breakpoint
CREATE INDEX "inspected_webhooks_recent" ON "inspected_webhooks" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "inspected_webhooks_expiry" ON "inspected_webhooks" USING btree ("expires_at","id");--> statement-breakpoint
CREATE INDEX "request_log_recent" ON "request_log" USING btree ("merchant_id","mode","created_at") WHERE starts_with(caller, 'ak_');--> statement-breakpoint
CREATE INDEX "request_log_by_route" ON "request_log" USING btree ("merchant_id","mode","route","created_at") WHERE starts_with(caller, 'ak_');--> statement-breakpoint
CREATE INDEX "request_log_failed" ON "request_log" USING btree ("merchant_id","mode",("status" / 100),"created_at") WHERE starts_with(caller, 'ak_') and status >= 400;
CREATE TABLE "mail_allowances" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"mails" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "mail_allowances_key" CHECK (octet_length("mail_allowances"."key") = 32)
);
--> statement-breakpoint
ALTER TABLE "event_streams" ADD COLUMN "merchant_id" text;--> statement-breakpoint
CREATE INDEX "mail_allowances_age" ON "mail_allowances" USING btree ("expires_at","key");--> statement-breakpoint
CREATE INDEX "event_streams_by_merchant" ON "event_streams" USING btree ("merchant_id");
CREATE TABLE "undelivered_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"invoice_id" text NOT NULL,
	"what" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "undelivered_mails_mode" CHECK ("undelivered_mails"."mode" in ('test', 'live')),
	CONSTRAINT "undelivered_mails_what" CHECK ("undelivered_mails"."what" in ('invoice', 'reminder', 'overdue', 'cancellation'))
);
--> statement-breakpoint
ALTER TABLE "undelivered_mails" ADD CONSTRAINT "undelivered_mails_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undelivered_mails" ADD CONSTRAINT "undelivered_mails_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "undelivered_mails_of_merchant" ON "undelivered_mails" USING btree ("merchant_id","mode","created_at");
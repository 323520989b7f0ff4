CREATE TABLE "invoice_counters" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "invoice_counters_merchant_id_mode_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "invoice_counters_mode" CHECK ("invoice_counters"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"invoice_id" text NOT NULL,
	"position" smallint NOT NULL,
	"description" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_amount" numeric(78,0) NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"unit" text,
	"tax_rate" smallint,
	"tax_category" text,
	CONSTRAINT "invoice_lines_invoice_id_position_pk" PRIMARY KEY("invoice_id","position"),
	CONSTRAINT "invoice_lines_amount" CHECK ("invoice_lines"."amount" = "invoice_lines"."quantity" * "invoice_lines"."unit_amount"),
	CONSTRAINT "invoice_lines_tax_category" CHECK ("invoice_lines"."tax_category" in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"number" integer NOT NULL,
	"public_id" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"session_id" text NOT NULL,
	"currency" text NOT NULL,
	"subtotal" numeric(78,0) NOT NULL,
	"tax_total" numeric(78,0) NOT NULL,
	"total" numeric(78,0) NOT NULL,
	"taxes" jsonb NOT NULL,
	"customer_name" text,
	"customer_email" text,
	"note" text,
	"seller" jsonb,
	"buyer" jsonb,
	"service_date" text,
	"buyer_reference" text,
	"due_in_days" smallint NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"remind_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"overdue_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"last_email_id" text,
	"last_email_status" text,
	"last_email_error" text,
	"last_email_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "invoices_publicId_unique" UNIQUE("public_id"),
	CONSTRAINT "invoices_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "invoices_number" UNIQUE("merchant_id","mode","number"),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total" = "invoices"."subtotal" + "invoices"."tax_total"),
	CONSTRAINT "invoices_sent_at" CHECK (case when "invoices"."status" in ('draft', 'void') then true else "invoices"."sent_at" is not null end),
	CONSTRAINT "invoices_mode" CHECK ("invoices"."mode" in ('test', 'live')),
	CONSTRAINT "invoices_currency" CHECK ("invoices"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('draft', 'sent', 'overdue', 'paid', 'void')),
	CONSTRAINT "invoices_last_email_status" CHECK ("invoices"."last_email_status" in ('queued', 'sent', 'refused', 'failed', 'withheld'))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "invoice_counters" ADD CONSTRAINT "invoice_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_session_id_payment_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The tables are new: nobody waits while their indexes are made.
CREATE INDEX "invoices_recent" ON "invoices" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "invoices_recent_by_status" ON "invoices" USING btree ("merchant_id","mode","status","created_at");--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_at") WHERE (status || ' due') in ('sent due');--> statement-breakpoint
CREATE INDEX "invoices_due_of" ON "invoices" USING btree ("merchant_id","mode","due_at") WHERE (status || ' due') in ('sent due');--> statement-breakpoint
CREATE INDEX "invoices_to_remind" ON "invoices" USING btree ("remind_at") WHERE "invoices"."remind_at" is not null;--> statement-breakpoint
-- Not validated, which would read the table under a lock: the old kinds are all among the new ones.
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('payment_receipt', 'payment_received', 'refund_receipt', 'refund_completed', 'refund_failed', 'webhook_endpoint_failing', 'webhook_endpoint_disabled', 'invoice', 'invoice_reminder', 'invoice_overdue', 'invoice_voided', 'invoice_receipt', 'invoice_paid')) NOT VALID;
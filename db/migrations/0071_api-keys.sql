CREATE TABLE "api_key_leaks" (
	"key_id" text PRIMARY KEY NOT NULL,
	"places" jsonb NOT NULL,
	"ended_key" boolean NOT NULL,
	"successor_id" text,
	"revealed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL
);--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_messages_topic" CHECK ("contact_messages"."topic" in ('sales', 'support', 'partnership', 'security', 'other'))
);--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "allowed_origins" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by_key" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "created_by_key" text;--> statement-breakpoint
ALTER TABLE "api_key_leaks" ADD CONSTRAINT "api_key_leaks_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_expiry" ON "contact_messages" USING btree ("expires_at","id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('payment_receipt', 'payment_received', 'refund_receipt', 'refund_completed', 'refund_failed', 'webhook_endpoint_failing', 'webhook_endpoint_disabled', 'invoice', 'invoice_reminder', 'invoice_overdue', 'invoice_voided', 'invoice_receipt', 'invoice_paid', 'subscription_confirmation', 'subscription_charge_receipt', 'subscription_renewal_upcoming', 'subscription_charge_failed', 'subscription_balance_low', 'subscription_cancelled', 'subscription_lapsed', 'subscription_ending', 'subscription_started', 'subscription_charged', 'subscription_charge_failed_merchant', 'subscription_recovered', 'subscription_lapsed_merchant', 'subscription_cancelled_merchant', 'identity_code', 'identity_account_exists', 'identity_security', 'api_key_created', 'api_key_leaked', 'contact_message')) NOT VALID;
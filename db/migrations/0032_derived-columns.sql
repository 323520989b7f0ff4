ALTER TABLE "transactions" DROP CONSTRAINT "transactions_payment_id";--> statement-breakpoint
DROP INDEX "webhook_deliveries_by_event";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "api_version" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "resource_type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "ref" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "relay_submissions" ALTER COLUMN "ref" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_dispatches" DROP COLUMN "merchant_id";--> statement-breakpoint
ALTER TABLE "webhook_dispatches" DROP COLUMN "mode";--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_payment_id" UNIQUE("payment_id");--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_ref" CHECK ("transactions"."ref" is not null or "transactions"."session_id" is not null);--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_ref" CHECK ("relay_submissions"."ref" is not null or "relay_submissions"."session_id" is not null);--> statement-breakpoint
-- A row is narrow when it is inserted, and grows.
alter table "relay_submissions" set (fillfactor = 92);

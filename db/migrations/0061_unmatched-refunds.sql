ALTER TABLE "invoices" DROP CONSTRAINT "invoices_last_email_status";--> statement-breakpoint
ALTER TABLE "chain_refunds" ADD COLUMN "unmatched_at" timestamp (3) with time zone;--> statement-breakpoint
-- Not validated, which would read the table under a lock: the old words are all among the new ones.
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_last_email_status" CHECK ("invoices"."last_email_status" in ('queued', 'sent', 'refused', 'failed', 'withheld', 'cancelled')) NOT VALID;
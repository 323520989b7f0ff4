ALTER TABLE "payment_sessions" DROP CONSTRAINT "payment_sessions_ref";--> statement-breakpoint
ALTER TABLE "relay_batch_items" DROP CONSTRAINT "relay_batch_items_batch_id_submission_id_pk";--> statement-breakpoint
ALTER TABLE "compliance_screenings" DROP CONSTRAINT "compliance_screenings_pkey";

ALTER TABLE "relay_submissions" ADD COLUMN "wallet" text;--> statement-breakpoint
CREATE INDEX "relay_batch_items_submission" ON "relay_batch_items" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "relay_submissions_deadline" ON "relay_submissions" USING btree ("chain_id","valid_before") WHERE "relay_submissions"."state" in ('held', 'queued', 'signed', 'broadcast', 'mined');
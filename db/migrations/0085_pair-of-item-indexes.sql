CREATE UNIQUE INDEX CONCURRENTLY "relay_batch_items_open" ON "relay_batch_items" USING btree ("submission_id") WHERE "relay_batch_items"."open"::int = 1;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relay_batch_items_by_submission" ON "relay_batch_items" USING hash ("submission_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY "relay_batch_items_of_submission";

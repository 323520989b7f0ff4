CREATE INDEX CONCURRENTLY "payment_sessions_by_ref" ON "payment_sessions" USING hash ("ref");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_by_session" ON "transactions" USING hash ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "relay_batch_items_place" ON "relay_batch_items" USING btree ("batch_id","group_index","item_index");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relay_batch_items_by_submission" ON "relay_batch_items" USING hash ("submission_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relay_submissions_by_session" ON "relay_submissions" USING hash ("session_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relay_submissions_by_payment" ON "relay_submissions" USING hash ("payment_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_by_event" ON "webhook_deliveries" USING hash ("event_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_session";--> statement-breakpoint
DROP INDEX CONCURRENTLY "relay_batch_items_submission";--> statement-breakpoint
DROP INDEX CONCURRENTLY "relay_submissions_session";--> statement-breakpoint
DROP INDEX CONCURRENTLY "relay_submissions_payment";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_deliveries_event_id_index";
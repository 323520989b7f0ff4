CREATE INDEX CONCURRENTLY "events_created" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relay_attempts_raw" ON "relay_attempts" USING btree ("created_at") WHERE "relay_attempts"."raw" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relay_submissions_closed" ON "relay_submissions" USING btree ("closed_at") WHERE "relay_submissions"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "webhook_dispatches_once" ON "webhook_dispatches" USING btree ("event_id","endpoint_id",(case when "is_replay" then "id" else '' end));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "webhook_dispatches_pair";

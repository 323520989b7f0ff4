CREATE INDEX CONCURRENTLY "events_age" ON "events" USING btree (("created_at" at time zone 'UTC'));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_age" ON "webhook_deliveries" USING btree (("created_at" at time zone 'UTC'));--> statement-breakpoint
DROP INDEX CONCURRENTLY "events_created";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_deliveries_created";

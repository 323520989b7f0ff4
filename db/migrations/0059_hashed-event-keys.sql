CREATE UNIQUE INDEX CONCURRENTLY "events_by_resource" ON "events" USING btree (event_resource("resource_id"),"sequence");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "events_by_position" ON "events" USING btree (event_stream("merchant_id", "mode"),"position") WHERE "events"."position" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY "events_position";

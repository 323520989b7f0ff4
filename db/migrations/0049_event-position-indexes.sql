CREATE UNIQUE INDEX CONCURRENTLY "events_position" ON "events" USING btree ("merchant_id","mode","position") WHERE "events"."position" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_unnumbered" ON "events" USING btree (("merchant_id" || ' ' || "mode"),"arrival") WHERE "events"."position" is null;

CREATE INDEX CONCURRENTLY "mails_queued" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_lease" ON "mails" USING btree ("lease_until") WHERE "mails"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_dispatches_lease" ON "webhook_dispatches" USING btree ("lease_until") WHERE "webhook_dispatches"."lease_until" is not null;

CREATE INDEX CONCURRENTLY "payment_sessions_by_customer" ON "payment_sessions" USING btree ("customer_id","created_at") WHERE "payment_sessions"."customer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "transactions_settlement" ON "transactions" USING btree (settlement_hash("deployment_id", coalesce("settlement_key", "payment_id")));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_by_customer" ON "transactions" USING btree ("customer_id","created_at") WHERE "transactions"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_by_subscription" ON "transactions" USING btree ("subscription_id","created_at") WHERE "transactions"."subscription_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "webhook_dispatches_of_pair" ON "webhook_dispatches" USING btree (dispatch_key("event_id", "endpoint_id", case when "is_replay" then "id" else '' end));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_dispatches_by_event" ON "webhook_dispatches" USING hash ("event_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY "payment_sessions_recent_by_customer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_recent_by_customer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_recent_by_subscription";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_dispatches_once";

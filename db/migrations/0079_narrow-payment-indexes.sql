CREATE INDEX CONCURRENTLY "payment_sessions_of_customer" ON "payment_sessions" USING btree (customer_hash("customer_id"),"created_at") WHERE "payment_sessions"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_of_customer" ON "transactions" USING btree (customer_hash("customer_id"),"created_at") WHERE "transactions"."customer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "relay_batch_items_of_submission" ON "relay_batch_items" USING btree ("submission_id",(nullif("open", false)));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relay_submissions_age" ON "relay_submissions" USING btree (("created_at" at time zone 'UTC'));--> statement-breakpoint
DROP INDEX CONCURRENTLY "payment_sessions_by_customer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_by_customer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "relay_batch_items_open";--> statement-breakpoint
DROP INDEX CONCURRENTLY "relay_batch_items_by_submission";--> statement-breakpoint
DROP INDEX CONCURRENTLY "relay_submissions_closed";

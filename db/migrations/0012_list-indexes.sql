-- Outside a transaction and beside writers; the old indexes go once every new one is there.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_newest" ON "customers" USING btree ("merchant_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_newest" ON "events" USING btree ("merchant_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_newest_by_type" ON "events" USING btree ("merchant_id","mode","type","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_newest_after_second" ON "events" USING btree ("merchant_id","mode","created_at","id","sequence") WHERE "events"."sequence" > 2;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_sessions_newest" ON "payment_sessions" USING btree ("merchant_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_sessions_newest_by_status" ON "payment_sessions" USING btree ("merchant_id","mode","status","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_sessions_newest_by_customer" ON "payment_sessions" USING btree ("merchant_id","mode","customer_id","created_at","id") WHERE "payment_sessions"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_newest" ON "transactions" USING btree ("merchant_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_newest_by_type" ON "transactions" USING btree ("merchant_id","mode","type","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_newest_by_currency" ON "transactions" USING btree ("merchant_id","mode","currency","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_newest_unconfirmed" ON "transactions" USING btree ("merchant_id","mode","status","created_at","id") WHERE "transactions"."status" <> 'confirmed';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_newest_by_customer" ON "transactions" USING btree ("merchant_id","mode","customer_id","created_at","id") WHERE "transactions"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_newest_by_subscription" ON "transactions" USING btree ("merchant_id","mode","subscription_id","created_at","id") WHERE "transactions"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("merchant_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_newest_by_endpoint" ON "webhook_deliveries" USING btree ("merchant_id","mode","endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_newest_unsuccessful" ON "webhook_deliveries" USING btree ("merchant_id","mode","status","created_at","id") WHERE "webhook_deliveries"."status" <> 'succeeded';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_endpoints_newest" ON "webhook_endpoints" USING btree ("merchant_id","mode","created_at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customers_merchant_id_mode_created_at_id_index";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "events_list";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_sessions_list";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payment_sessions_customer";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transactions_list";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "webhook_deliveries_list";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "webhook_deliveries_endpoint";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "webhook_endpoints_merchant_id_mode_index";

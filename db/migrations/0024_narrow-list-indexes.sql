CREATE INDEX CONCURRENTLY "customers_recent" ON "customers" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_recent" ON "events" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_recent_by_type" ON "events" USING btree ("merchant_id","mode","type","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_sessions_recent" ON "payment_sessions" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_sessions_recent_by_status" ON "payment_sessions" USING btree ("merchant_id","mode","status","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_sessions_recent_by_customer" ON "payment_sessions" USING btree ("merchant_id","mode","customer_id","created_at") WHERE "payment_sessions"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_recent" ON "transactions" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_recent_by_type" ON "transactions" USING btree ("merchant_id","mode","type","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_recent_by_currency" ON "transactions" USING btree ("merchant_id","mode","currency","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_recent_unconfirmed" ON "transactions" USING btree ("merchant_id","mode","status","created_at") WHERE (status || ' listed') in ('pending listed', 'reorged listed');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_recent_by_customer" ON "transactions" USING btree ("merchant_id","mode","customer_id","created_at") WHERE "transactions"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_recent_by_subscription" ON "transactions" USING btree ("merchant_id","mode","subscription_id","created_at") WHERE "transactions"."subscription_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_recent" ON "webhook_deliveries" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_recent_by_endpoint" ON "webhook_deliveries" USING btree ("merchant_id","mode","endpoint_id","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_recent_unsuccessful" ON "webhook_deliveries" USING btree ("merchant_id","mode","status","created_at") WHERE (status || ' listed') in ('pending listed', 'failed listed', 'exhausted listed');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_endpoints_recent" ON "webhook_endpoints" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY "customers_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY "events_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY "events_newest_by_type";--> statement-breakpoint
DROP INDEX CONCURRENTLY "payment_sessions_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY "payment_sessions_newest_by_status";--> statement-breakpoint
DROP INDEX CONCURRENTLY "payment_sessions_newest_by_customer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_newest_by_type";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_newest_by_currency";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_newest_unconfirmed";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_newest_by_customer";--> statement-breakpoint
DROP INDEX CONCURRENTLY "transactions_newest_by_subscription";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_deliveries_newest";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_deliveries_newest_by_endpoint";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_deliveries_newest_unsuccessful";--> statement-breakpoint
DROP INDEX CONCURRENTLY "webhook_endpoints_newest";
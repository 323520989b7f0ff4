CREATE INDEX CONCURRENTLY "api_keys_by_name" ON "api_keys" USING btree ("merchant_id","mode",lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "api_keys_by_prefix" ON "api_keys" USING btree ("merchant_id","mode",lower("prefix") text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_by_email" ON "customers" USING btree ("merchant_id","mode",lower("email") text_pattern_ops) WHERE "customers"."email" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_by_name" ON "customers" USING btree ("merchant_id","mode",lower("name") text_pattern_ops) WHERE "customers"."name" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_by_total" ON "invoices" USING btree (amount_key("merchant_id", "mode", "total"),"created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_by_customer_email" ON "invoices" USING btree ("merchant_id","mode",lower("customer_email") text_pattern_ops) WHERE "invoices"."customer_email" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "invoices_by_customer_name" ON "invoices" USING btree ("merchant_id","mode",lower("customer_name") text_pattern_ops) WHERE "invoices"."customer_name" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_sessions_by_amount" ON "payment_sessions" USING btree (amount_key("merchant_id", "mode", "amount"),"created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_by_amount" ON "transactions" USING btree (amount_key("merchant_id", "mode", "amount"),"created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_by_hash" ON "transactions" USING hash ("tx_hash");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "refunds_by_amount" ON "refunds" USING btree (amount_key("merchant_id", "mode", "amount"),"created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "subscription_plans_by_name" ON "subscription_plans" USING btree ("merchant_id","mode",lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_endpoints_by_destination" ON "webhook_endpoints" USING btree ("merchant_id","mode",lower("destination") text_pattern_ops);
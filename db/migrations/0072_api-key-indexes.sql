CREATE INDEX CONCURRENTLY "api_keys_recent" ON "api_keys" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "api_keys_of_key" ON "api_keys" USING btree ("created_by_key") WHERE "api_keys"."created_by_key" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_endpoints_of_key" ON "webhook_endpoints" USING btree ("created_by_key") WHERE "webhook_endpoints"."created_by_key" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY "api_keys_merchant_id_mode_index";
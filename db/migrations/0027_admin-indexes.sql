CREATE INDEX CONCURRENTLY "audit_log_actor_name" ON "audit_log" USING btree ("actor_name","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_action" ON "audit_log" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_log_merchant" ON "audit_log" USING btree ("merchant_id","created_at","id") WHERE "audit_log"."merchant_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchants_recent" ON "merchants" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchants_by_status" ON "merchants" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchants_by_tier" ON "merchants" USING btree ("tier","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transactions_by_time" ON "transactions" USING brin ("created_at") WITH (pages_per_range=32,autosummarize=true);

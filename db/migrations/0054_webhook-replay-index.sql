CREATE INDEX CONCURRENTLY "webhook_replays_recent_by_endpoint" ON "webhook_replays" USING btree ("merchant_id","mode","endpoint_id","created_at");

CREATE INDEX CONCURRENTLY "subscriptions_ahead" ON "subscriptions" USING btree ("merchant_id","mode","next_charge_at") WHERE "subscriptions"."next_charge_at" is not null;

CREATE INDEX CONCURRENTLY "relay_submissions_by_subscription" ON "relay_submissions" USING hash ("subscription_id") WHERE "relay_submissions"."subscription_id" is not null;

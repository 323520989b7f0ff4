-- Those that no plan has the terms of are looked at when they end.
UPDATE "subscriptions" SET "attempt_at" = "end_at"
WHERE "plan_id" IS NULL AND "origin" = 'chain' AND "next_charge_at" IS NOT NULL;

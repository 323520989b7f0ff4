ALTER TABLE "invoices" ADD COLUMN "rounding" text DEFAULT 'cent' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_rounding" CHECK ("invoices"."rounding" in ('cent', 'token'));--> statement-breakpoint
-- What was asked for with a part of a cent keeps the rule that it was made with.
UPDATE "invoices" SET "rounding" = 'token'
WHERE "total" % 10000 <> 0 OR "subtotal" % 10000 <> 0 OR "tax_total" % 10000 <> 0
  OR EXISTS (SELECT FROM jsonb_array_elements("taxes") t WHERE (t ->> 'taxAmount')::numeric % 10000 <> 0);

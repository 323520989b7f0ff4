ALTER TABLE "deployment_contracts" DROP CONSTRAINT "deployment_contracts_kind";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_origin";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "signed_terms" "bytea";--> statement-breakpoint
ALTER TABLE "deployment_contracts" ADD CONSTRAINT "deployment_contracts_kind" CHECK ("deployment_contracts"."kind" in ('registry', 'processor', 'refunds', 'subscriptions', 'chargeRefunds', 'escrow')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_origin" CHECK ("refunds"."origin" in ('api', 'chain', 'late_charge')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_signed_terms" CHECK (coalesce(octet_length(signed_terms), 352) = 352) NOT VALID;
ALTER TABLE "merchant_registrations" ADD COLUMN "next_fee_bps" integer;--> statement-breakpoint
ALTER TABLE "merchant_registrations" ADD COLUMN "next_fee_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registry_changes" ADD COLUMN "next_fee_bps" integer;--> statement-breakpoint
ALTER TABLE "registry_changes" ADD COLUMN "next_fee_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registry_changes" ADD COLUMN "registration_key" "bytea";
ALTER TABLE "api_keys" ADD COLUMN "pepper_id" text;--> statement-breakpoint
ALTER TABLE "identity_codes" ADD COLUMN "pepper_id" text;--> statement-breakpoint
ALTER TABLE "identity_recovery_codes" ADD COLUMN "pepper_id" text;--> statement-breakpoint
CREATE INDEX "api_keys_of_pepper" ON "api_keys" USING btree ("pepper_id") WHERE "api_keys"."status" = 'active';--> statement-breakpoint
CREATE INDEX "identity_recovery_codes_of_pepper" ON "identity_recovery_codes" USING btree ("pepper_id") WHERE "identity_recovery_codes"."used_at" is null;
CREATE TABLE "identity_step_ups" (
	"session_id" text NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_step_ups_session_id_provider_subject_pk" PRIMARY KEY("session_id","provider","subject")
);
--> statement-breakpoint
ALTER TABLE "identity_codes" DROP CONSTRAINT "identity_codes_purpose";--> statement-breakpoint
ALTER TABLE "identity_users" ADD COLUMN "password_reset_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "identity_step_ups_age" ON "identity_step_ups" USING btree ("expires_at","session_id");--> statement-breakpoint
ALTER TABLE "identity_codes" ADD CONSTRAINT "identity_codes_purpose" CHECK ("identity_codes"."purpose" in ('sign_up', 'sign_in', 'reset', 'step_up', 'email_change')) NOT VALID;
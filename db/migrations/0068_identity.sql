CREATE TABLE "identity_codes" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"user_id" text,
	"code_hash" "bytea" NOT NULL,
	"password_hash" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "identity_codes_hashes" CHECK (octet_length("identity_codes"."token_hash") = 32 and octet_length("identity_codes"."code_hash") = 32),
	CONSTRAINT "identity_codes_purpose" CHECK ("identity_codes"."purpose" in ('sign_up', 'sign_in', 'reset', 'step_up')),
	CONSTRAINT "identity_codes_attempts" CHECK ("identity_codes"."attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "identity_recovery_codes" (
	"user_id" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "identity_recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash"),
	CONSTRAINT "identity_recovery_codes_hash" CHECK (octet_length("identity_recovery_codes"."code_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "identity_totp" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"auth_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"amr" text[] NOT NULL,
	"user_agent" text,
	"address_prefix" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoke_reason" text,
	CONSTRAINT "identity_sessions_token" UNIQUE("token_hash"),
	CONSTRAINT "identity_sessions_hash" CHECK (octet_length("identity_sessions"."token_hash") = 32),
	CONSTRAINT "identity_sessions_reason" CHECK ("identity_sessions"."revoke_reason" in ('signed_out', 'revoked', 'password_changed', 'factors_changed')),
	CONSTRAINT "identity_sessions_revoked" CHECK (("identity_sessions"."revoked_at" is null) = ("identity_sessions"."revoke_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "identity_signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_sealed" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "identity_signing_keys_status" CHECK ("identity_signing_keys"."status" in ('next', 'active', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "identity_throttles" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_throttles_key" CHECK (octet_length("identity_throttles"."key") = 32)
);
--> statement-breakpoint
CREATE TABLE "identity_tickets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amr" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "identity_tickets_hash" CHECK (octet_length("identity_tickets"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"password_hash" text,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_users_status" CHECK ("identity_users"."status" in ('active', 'disabled'))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "merchant_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "identity_codes" ADD CONSTRAINT "identity_codes_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_recovery_codes" ADD CONSTRAINT "identity_recovery_codes_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_totp" ADD CONSTRAINT "identity_totp_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_tickets" ADD CONSTRAINT "identity_tickets_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_codes_age" ON "identity_codes" USING btree ("expires_at","token_hash");--> statement-breakpoint
CREATE INDEX "identity_codes_of_user" ON "identity_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_sessions_of_user" ON "identity_sessions" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "identity_sessions_age" ON "identity_sessions" USING btree ("expires_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_signing_keys_current" ON "identity_signing_keys" USING btree ("status") WHERE "identity_signing_keys"."status" in ('next', 'active');--> statement-breakpoint
CREATE INDEX "identity_throttles_age" ON "identity_throttles" USING btree ("expires_at","key");--> statement-breakpoint
CREATE INDEX "identity_tickets_age" ON "identity_tickets" USING btree ("expires_at","token_hash");--> statement-breakpoint
CREATE INDEX "identity_tickets_of_user" ON "identity_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_users_email" ON "identity_users" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('payment_receipt', 'payment_received', 'refund_receipt', 'refund_completed', 'refund_failed', 'webhook_endpoint_failing', 'webhook_endpoint_disabled', 'invoice', 'invoice_reminder', 'invoice_overdue', 'invoice_voided', 'invoice_receipt', 'invoice_paid', 'subscription_confirmation', 'subscription_charge_receipt', 'subscription_renewal_upcoming', 'subscription_charge_failed', 'subscription_balance_low', 'subscription_cancelled', 'subscription_lapsed', 'subscription_ending', 'subscription_started', 'subscription_charged', 'subscription_charge_failed_merchant', 'subscription_recovered', 'subscription_lapsed_merchant', 'subscription_cancelled_merchant', 'identity_code', 'identity_account_exists', 'identity_security')) NOT VALID;
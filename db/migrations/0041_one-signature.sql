-- Not validated, which would read the tables under a lock: all rows satisfied narrower conditions before.
ALTER TABLE "relay_batches" DROP CONSTRAINT "relay_batches_kind";--> statement-breakpoint
ALTER TABLE "relay_submissions" ALTER COLUMN "intent_signature" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "salt" numeric(78,0);--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD COLUMN "salt" numeric(78,0);--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD COLUMN "intent_id" "bytea";--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'settle_terms_batch', 'pay_terms', 'pay_terms_signed', 'operator_call', 'noop')) NOT VALID;--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_form" CHECK (case when "relay_submissions"."salt" is null
        then "relay_submissions"."intent_signature" is not null and "relay_submissions"."intent_id" is null
        else "relay_submissions"."intent_signature" is null and octet_length(coalesce("relay_submissions"."intent_id", '')) = 32
          and "relay_submissions"."salt" between 0 and 79228162514264337593543950335
          and "relay_submissions"."payment_id" = "relay_submissions"."auth_nonce" end) NOT VALID;

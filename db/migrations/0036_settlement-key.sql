CREATE SEQUENCE "public"."webhook_dispatch_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
create function settlement_hash(deployment_id text, key bytea) returns uuid
  language sql immutable parallel safe
  return encode(substr(sha256(deployment_id::bytea || key), 1, 16), 'hex')::uuid;
--> statement-breakpoint
create function dispatch_key(event_id text, endpoint_id text, replay_id text) returns uuid
  language sql immutable parallel safe
  return encode(substr(sha256((event_id || ' ' || endpoint_id || ' ' || replay_id)::bytea), 1, 16), 'hex')::uuid;
--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "settlement_key" "bytea";--> statement-breakpoint
-- It is validated later, beside those who read and write.
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_settlement_key" CHECK (case when "transactions"."type" in ('payment', 'unmatched_deposit')
        then "transactions"."payment_id" is not null and "transactions"."settlement_key" is null
        else octet_length(coalesce("transactions"."settlement_key", '')) = 32 end) NOT VALID;

ALTER TABLE "operator_calls" DROP CONSTRAINT "operator_calls_wanted";--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "contract" text;--> statement-breakpoint
UPDATE "operator_calls" SET "contract" = 'processor' WHERE "kind" = 'sweep_fees';--> statement-breakpoint
ALTER TABLE "operator_calls" drop column "subject";--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "subject" text GENERATED ALWAYS AS (case kind
          when 'sweep_wallet' then 'wallet:' || encode(wallet, 'hex')
          when 'sweep_fees' then deployment_id || ':fees:' || contract || ':' || encode(token_address, 'hex')
          when 'cancel_subscription' then 'subscription:' || subscription_id
          when 'set_keeper' then deployment_id || ':keeper:' || encode(keeper, 'hex')
          else deployment_id || ':' || merchant_id || ':' || case kind
            when 'register' then 'registration' when 'set_fee' then 'fee' else 'status' end
        end) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "operator_calls_in_flight" ON "operator_calls" USING btree ("chain_id","subject") WHERE "operator_calls"."state" in ('signed', 'mined');--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_contract" CHECK ("operator_calls"."contract" in ('processor', 'subscriptions'));--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_wanted" CHECK (case "operator_calls"."kind"
        when 'sweep_wallet' then num_nulls("operator_calls"."wallet", "operator_calls"."recipient") = 0
        when 'sweep_fees' then num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."contract", "operator_calls"."token_address") = 0
        when 'set_keeper' then num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."keeper", "operator_calls"."is_allowed") = 0
        else num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."merchant_id") = 0 and case "operator_calls"."kind"
          when 'register' then num_nulls("operator_calls"."owner", "operator_calls"."payout", "operator_calls"."fee_bps") = 0
          when 'set_fee' then "operator_calls"."fee_bps" is not null
          when 'cancel_subscription' then "operator_calls"."subscription_id" is not null else true end end);
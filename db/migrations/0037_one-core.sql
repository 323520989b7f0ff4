ALTER TABLE "deployment_contracts" DROP CONSTRAINT "deployment_contracts_address";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_signed_terms";--> statement-breakpoint
ALTER TABLE "platform_changes" DROP CONSTRAINT "platform_changes_kind";--> statement-breakpoint
ALTER TABLE "platform_changes" DROP CONSTRAINT "platform_changes_amount";--> statement-breakpoint
CREATE UNIQUE INDEX "deployment_contracts_registry" ON "deployment_contracts" USING btree ("chain_id","address") WHERE "deployment_contracts"."kind" = 'registry';--> statement-breakpoint
CREATE INDEX "deployment_contracts_by_address" ON "deployment_contracts" USING btree ("chain_id","address");--> statement-breakpoint
-- Terms of a contract that named no registry in them prove nothing to one that does.
UPDATE "subscriptions" SET "signed_terms" = null WHERE octet_length("signed_terms") <> 384;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_signed_terms" CHECK (coalesce(octet_length(signed_terms), 384) = 384);--> statement-breakpoint
DELETE FROM "platform_changes" WHERE "event" = 'StrayRecovered';--> statement-breakpoint
ALTER TABLE "platform_changes" ADD CONSTRAINT "platform_changes_kind" CHECK ("platform_changes"."event" in ('FeesSwept', 'TreasuryTransferStarted', 'TreasuryChangeAnnounced', 'TreasuryChangeVetoed', 'TreasuryTransferred', 'OperatorTransferStarted', 'OperatorChangeAnnounced', 'OperatorChangeVetoed', 'OperatorTransferred', 'KeeperSet'));--> statement-breakpoint
ALTER TABLE "platform_changes" ADD CONSTRAINT "platform_changes_amount" CHECK (num_nulls("platform_changes"."token_address", "platform_changes"."amount")
        = case when "platform_changes"."event" = 'FeesSwept' then 0 else 2 end);
-- Rows from before have no figures here: their contract did not tell them.
ALTER TABLE "platform_changes" DROP CONSTRAINT "platform_changes_kind";--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD COLUMN "signed_start_at" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ALTER COLUMN "signed_start_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD COLUMN "permit_value" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ALTER COLUMN "permit_value" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD COLUMN "permit_deadline" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ALTER COLUMN "permit_deadline" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "platform_changes" ADD COLUMN "is_allowed" boolean;--> statement-breakpoint
ALTER TABLE "platform_changes" ADD CONSTRAINT "platform_changes_keeper" CHECK (("platform_changes"."is_allowed" is not null) = ("platform_changes"."event" = 'KeeperSet'));--> statement-breakpoint
ALTER TABLE "platform_changes" ADD CONSTRAINT "platform_changes_kind" CHECK ("platform_changes"."event" in ('FeesSwept', 'StrayRecovered', 'TreasuryTransferStarted', 'TreasuryChangeAnnounced', 'TreasuryChangeVetoed', 'TreasuryTransferred', 'OperatorTransferStarted', 'OperatorChangeAnnounced', 'OperatorChangeVetoed', 'OperatorTransferred', 'KeeperSet'));
ALTER TABLE "chain_events" DROP COLUMN "tx_hash";--> statement-breakpoint
ALTER TABLE "transactions" DROP COLUMN "block_hash";
ALTER TABLE "transactions" VALIDATE CONSTRAINT "transactions_settlement_key";--> statement-breakpoint
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_payment_id";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "event_id";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "is_replay";

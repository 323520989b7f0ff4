ALTER TABLE "webhook_dispatches" DROP CONSTRAINT "webhook_dispatches_pair";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "payer_email" text;--> statement-breakpoint
ALTER TABLE "webhook_dispatches" ADD COLUMN "is_replay" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_dispatches_pair" ON "webhook_dispatches" USING btree ("event_id","endpoint_id") WHERE not "webhook_dispatches"."is_replay";--> statement-breakpoint
CREATE INDEX "webhook_dispatches_next" ON "webhook_dispatches" USING btree ("next_attempt_at") WHERE "webhook_dispatches"."state" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "webhook_dispatches_sending" ON "webhook_dispatches" USING btree ("endpoint_id") WHERE "webhook_dispatches"."state" = 'sending';--> statement-breakpoint
ALTER TABLE "webhook_dispatches" DROP COLUMN "lease_until";
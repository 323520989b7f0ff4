ALTER TABLE "engine"."wait" DROP CONSTRAINT "wait_kind";--> statement-breakpoint
DROP INDEX "engine"."wait_event";--> statement-breakpoint
ALTER TABLE "engine"."wait" DROP COLUMN "event_name";--> statement-breakpoint
ALTER TABLE "engine"."wait" DROP COLUMN "expression";--> statement-breakpoint
ALTER TABLE "engine"."wait" ADD CONSTRAINT "wait_kind" CHECK ("engine"."wait"."kind" in ('sleep', 'invoke'));
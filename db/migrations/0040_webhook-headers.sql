ALTER TABLE "webhook_endpoints" ADD COLUMN "header_names" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "headers_sealed" text;
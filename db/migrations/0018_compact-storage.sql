-- What transactions, events and the signed bytes hold as well is dropped first: the rewrites are smaller.
ALTER TABLE "chain_events" DROP COLUMN "contract";--> statement-breakpoint
ALTER TABLE "chain_events" DROP COLUMN "name";--> statement-breakpoint
ALTER TABLE "chain_events" DROP COLUMN "args";--> statement-breakpoint
ALTER TABLE "relay_batches" DROP COLUMN "call_data";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP COLUMN "request_body";--> statement-breakpoint
ALTER TABLE "chain_events" ALTER COLUMN "domain_key" TYPE bytea USING sha256(convert_to("domain_key", 'UTF8'));--> statement-breakpoint
ALTER TABLE "relay_attempts" ALTER COLUMN "raw" TYPE bytea USING decode(substr("raw", 3), 'hex');--> statement-breakpoint
ALTER TABLE "relay_submissions" ALTER COLUMN "auth_signature" TYPE bytea USING decode(substr("auth_signature", 3), 'hex'), ALTER COLUMN "intent_signature" TYPE bytea USING decode(substr("intent_signature", 3), 'hex');

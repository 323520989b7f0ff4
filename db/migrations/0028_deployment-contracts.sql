CREATE TABLE "deployment_contracts" (
	"deployment_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"code_hash" text NOT NULL,
	"start_block" bigint NOT NULL,
	"joined_at" timestamp (3) with time zone,
	"backfilled_number" bigint,
	"backfilled_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deployment_contracts_deployment_id_kind_pk" PRIMARY KEY("deployment_id","kind"),
	CONSTRAINT "deployment_contracts_address" UNIQUE("chain_id","address"),
	CONSTRAINT "deployment_contracts_kind" CHECK ("deployment_contracts"."kind" in ('registry', 'processor', 'refunds', 'subscriptions', 'escrow'))
);
--> statement-breakpoint
ALTER TABLE "deployments" DROP CONSTRAINT "deployments_processor";--> statement-breakpoint
-- Until now only processors' events were read.
ALTER TABLE "chain_events" ADD COLUMN "kind" text DEFAULT 'processor' NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_events" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "deployment_contracts" ADD CONSTRAINT "deployment_contracts_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A processor goes on where it is; the registry's history is read before it joins.
INSERT INTO "deployment_contracts" ("deployment_id", "kind", "version", "chain_id", "address", "code_hash",
	"start_block", "joined_at", "backfilled_number", "backfilled_hash", "created_at")
SELECT "id", 'processor', 1, "chain_id", "processor", "code_hashes"->>'processor', "start_block",
	"joined_at", "backfilled_number", "backfilled_hash", "created_at" FROM "deployments"
UNION ALL
SELECT "id", 'registry', 1, "chain_id", "registry", "code_hashes"->>'registry', "start_block",
	null, null, null, "created_at" FROM "deployments";--> statement-breakpoint
ALTER TABLE "deployments" DROP COLUMN "registry";--> statement-breakpoint
ALTER TABLE "deployments" DROP COLUMN "processor";--> statement-breakpoint
ALTER TABLE "deployments" DROP COLUMN "start_block";--> statement-breakpoint
ALTER TABLE "deployments" DROP COLUMN "code_hashes";--> statement-breakpoint
ALTER TABLE "deployments" DROP COLUMN "joined_at";--> statement-breakpoint
ALTER TABLE "deployments" DROP COLUMN "backfilled_number";--> statement-breakpoint
ALTER TABLE "deployments" DROP COLUMN "backfilled_hash";
CREATE TABLE "hidden_logs" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"node" text NOT NULL,
	"found_by" text NOT NULL,
	"logs" integer NOT NULL,
	"is_missed" boolean NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hidden_logs_chain_id_block_number_node_found_by_pk" PRIMARY KEY("chain_id","block_number","node","found_by"),
	CONSTRAINT "hidden_logs_found_by" CHECK ("hidden_logs"."found_by" in ('receipt', 'outcome', 'second_reading', 'operator'))
);
--> statement-breakpoint
CREATE TABLE "suspect_transactions" (
	"chain_id" integer NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"found_by" text NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suspect_transactions_chain_id_tx_hash_pk" PRIMARY KEY("chain_id","tx_hash"),
	CONSTRAINT "suspect_transactions_found_by" CHECK ("suspect_transactions"."found_by" in ('receipt', 'outcome', 'second_reading', 'operator'))
);
--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "reread_number" bigint DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "reread_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "reread_target" bigint;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "reread_target_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "reread_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "hidden_logs_found_at" ON "hidden_logs" USING btree ("found_at");--> statement-breakpoint
-- What was final before counts as read.
UPDATE "chain_cursors" SET "reread_number" = "finalized_number", "reread_at" = "finalized_at";

CREATE TABLE "screening_rounds" (
	"list_version" text PRIMARY KEY NOT NULL,
	"stage" text DEFAULT 'payers' NOT NULL,
	"after" text DEFAULT '' NOT NULL,
	"screened" integer DEFAULT 0 NOT NULL,
	"matched" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "screening_rounds_stage" CHECK ("screening_rounds"."stage" in ('payers', 'payouts'))
);
--> statement-breakpoint
CREATE TABLE "wallet_matches" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"subject" "bytea" NOT NULL,
	"list_version" text NOT NULL,
	"result" text NOT NULL,
	"resource_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "wallet_matches_merchant_id_mode_subject_list_version_result_pk" PRIMARY KEY("merchant_id","mode","subject","list_version","result"),
	CONSTRAINT "wallet_matches_addresses" CHECK (octet_length("wallet_matches"."subject") = 20),
	CONSTRAINT "wallet_matches_mode" CHECK ("wallet_matches"."mode" in ('test', 'live')),
	CONSTRAINT "wallet_matches_result" CHECK ("wallet_matches"."result" in ('flagged', 'blocked'))
);
--> statement-breakpoint
ALTER TABLE "screening_decisions" DROP CONSTRAINT "screening_decisions_decision";--> statement-breakpoint
ALTER TABLE "wallet_matches" ADD CONSTRAINT "wallet_matches_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "screening_rounds_finished" ON "screening_rounds" USING btree ("finished_at","list_version") WHERE "screening_rounds"."finished_at" is not null;--> statement-breakpoint
ALTER TABLE "screening_decisions" ADD CONSTRAINT "screening_decisions_decision" CHECK ("screening_decisions"."decision" in ('refused', 'released', 'refunded'));
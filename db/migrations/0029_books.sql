CREATE TABLE "book_checks" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"contracts" text NOT NULL,
	"checked_number" bigint NOT NULL,
	"checked_hash" "bytea",
	"checked_at" timestamp (3) with time zone,
	"node" text,
	"is_other_node" boolean DEFAULT false NOT NULL,
	"reason" text,
	"tried_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"chain_id" integer NOT NULL,
	"kind" text NOT NULL,
	"block_number" bigint NOT NULL,
	"tx_hash" "bytea",
	"log_index" integer,
	"subject" text,
	"ours" text,
	"theirs" text,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_differences_kind" CHECK ("book_differences"."kind" in ('row_missing', 'event_missing', 'row_double', 'unsettled', 'type', 'merchant', 'amount', 'fee', 'net', 'token', 'payer', 'payout', 'block', 'sums', 'balance'))
);
--> statement-breakpoint
CREATE TABLE "book_totals" (
	"chain_id" integer NOT NULL,
	"contract" "bytea" NOT NULL,
	"token_address" "bytea" NOT NULL,
	"movements" bigint NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"fees" numeric(78,0) NOT NULL,
	"accrued" numeric(78,0) NOT NULL,
	"swept" numeric(78,0) NOT NULL,
	CONSTRAINT "book_totals_chain_id_contract_token_address_pk" PRIMARY KEY("chain_id","contract","token_address"),
	CONSTRAINT "book_totals_addresses" CHECK (octet_length("book_totals"."contract") = 20 and octet_length("book_totals"."token_address") = 20)
);
--> statement-breakpoint
CREATE INDEX "book_differences_by_block" ON "book_differences" USING btree ("chain_id","block_number");--> statement-breakpoint
CREATE INDEX "book_differences_found_at" ON "book_differences" USING btree ("found_at","id");
CREATE TABLE "merchant_balances" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"chain_id" integer NOT NULL,
	"currency" text NOT NULL,
	"address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"block_number" bigint NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "merchant_balances_merchant_id_mode_chain_id_currency_pk" PRIMARY KEY("merchant_id","mode","chain_id","currency"),
	CONSTRAINT "merchant_balances_mode" CHECK ("merchant_balances"."mode" in ('test', 'live')),
	CONSTRAINT "merchant_balances_currency" CHECK ("merchant_balances"."currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "test_payout_address" "bytea";--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "onboarded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "merchant_balances" ADD CONSTRAINT "merchant_balances_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "merchants" SET "test_payout_address" = "payout_address" WHERE "payout_address" IS NOT NULL;--> statement-breakpoint
UPDATE "merchants" SET "onboarded_at" = "updated_at" WHERE "payout_address" IS NOT NULL AND "business_sector" IS NOT NULL AND "country_code" IS NOT NULL;
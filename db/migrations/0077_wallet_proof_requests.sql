CREATE TABLE "wallet_proof_requests" (
	"merchant_id" text NOT NULL,
	"deployment_id" text NOT NULL,
	"payout" "bytea" NOT NULL,
	"owner" "bytea" NOT NULL,
	"nonce" text NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_proof_requests_merchant_id_deployment_id_pk" PRIMARY KEY("merchant_id","deployment_id"),
	CONSTRAINT "wallet_proof_requests_addresses" CHECK (octet_length("wallet_proof_requests"."payout") = 20 and octet_length("wallet_proof_requests"."owner") = 20),
	CONSTRAINT "wallet_proof_requests_nonce" CHECK (char_length("wallet_proof_requests"."nonce") = 32)
);
--> statement-breakpoint
ALTER TABLE "wallet_proof_requests" ADD CONSTRAINT "wallet_proof_requests_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_proof_requests" ADD CONSTRAINT "wallet_proof_requests_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
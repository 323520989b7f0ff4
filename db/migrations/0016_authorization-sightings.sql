CREATE TABLE "authorization_sightings" (
	"chain_id" integer NOT NULL,
	"token" text NOT NULL,
	"payer" text NOT NULL,
	"nonce" text NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authorization_sightings_chain_id_token_payer_nonce_pk" PRIMARY KEY("chain_id","token","payer","nonce")
);
--> statement-breakpoint
CREATE INDEX "authorization_sightings_age" ON "authorization_sightings" USING btree ("seen_at");
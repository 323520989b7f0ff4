CREATE TABLE "signing_requests" (
	"session_id" text NOT NULL,
	"payer" "bytea" NOT NULL,
	"signatures" smallint NOT NULL,
	"nonce" "bytea" NOT NULL,
	"valid_before" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signing_requests_session_id_payer_pk" PRIMARY KEY("session_id","payer"),
	CONSTRAINT "signing_requests_addresses" CHECK (octet_length("signing_requests"."payer") = 20),
	CONSTRAINT "signing_requests_hashes" CHECK (octet_length("signing_requests"."nonce") = 32),
	CONSTRAINT "signing_requests_signatures" CHECK ("signing_requests"."signatures" in (1, 2))
);
--> statement-breakpoint
ALTER TABLE "signing_requests" ADD CONSTRAINT "signing_requests_session_id_payment_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "signing_requests_age" ON "signing_requests" USING btree ("valid_before","session_id");
create function submission_key(merchant_id text, mode text, origin text, key text) returns text
  language sql immutable parallel safe
  return merchant_id || ' ' || mode || ' ' || origin || ' ' || key;
--> statement-breakpoint
create function authorization_key(chain_id integer, token bytea, payer bytea, nonce bytea) returns bytea
  language sql immutable parallel safe
  return int4send(chain_id) || token || payer || nonce;
--> statement-breakpoint
create function screening_key(resource_id text, subject bytea) returns bytea
  language sql immutable parallel safe
  return substr(sha256(subject || resource_id::bytea), 1, 16);
--> statement-breakpoint
CREATE UNIQUE INDEX "compliance_screenings_by_key" ON "compliance_screenings"
  USING btree (screening_key("resource_id", "subject"), "list_version");--> statement-breakpoint
ALTER TABLE "compliance_screenings" DROP CONSTRAINT "compliance_screenings_once";--> statement-breakpoint
ALTER INDEX "compliance_screenings_by_key" RENAME TO "compliance_screenings_once";--> statement-breakpoint
ALTER TABLE "relay_submissions" DROP CONSTRAINT "relay_submissions_key";--> statement-breakpoint
DROP INDEX "relay_submissions_authorization";--> statement-breakpoint
ALTER TABLE "idempotency_keys"
  ALTER COLUMN "scope" TYPE bytea USING substr("scope", 1, 16),
  ALTER COLUMN "request_hash" TYPE bytea USING substr("request_hash", 1, 16);
--> statement-breakpoint
ALTER TABLE "chain_events" ALTER COLUMN "domain_key" TYPE bytea USING substr("domain_key", 1, 16);
--> statement-breakpoint
alter table "relay_submissions" set (fillfactor = 85);
--> statement-breakpoint
-- Entries of four bytes; what they lead to is compared.
ALTER TABLE "relay_submissions"
  ALTER COLUMN "request_hash" TYPE bytea USING substr("request_hash", 1, 16),
  ADD CONSTRAINT "relay_submissions_key"
    EXCLUDE USING hash (submission_key("merchant_id", "mode", "origin", "idempotency_key") WITH =),
  ADD CONSTRAINT "relay_submissions_authorization"
    EXCLUDE USING hash (authorization_key("chain_id", "token_address", "payer", "auth_nonce") WITH =)
    WHERE (not "authorization_released");

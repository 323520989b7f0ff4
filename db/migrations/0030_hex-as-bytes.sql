create function hex_bytes(hex text) returns bytea language sql immutable strict parallel safe
  return decode(substr(hex, 3), 'hex');
--> statement-breakpoint
-- A table is rewritten once, whatever the number of its columns, and its indexes with it.
ALTER TABLE "authorization_sightings"
  ALTER COLUMN "token" TYPE bytea USING hex_bytes("token"),
  ALTER COLUMN "payer" TYPE bytea USING hex_bytes("payer"),
  ALTER COLUMN "nonce" TYPE bytea USING hex_bytes("nonce"),
  ALTER COLUMN "block_hash" TYPE bytea USING hex_bytes("block_hash");
--> statement-breakpoint
ALTER TABLE "chain_blocks"
  ALTER COLUMN "hash" TYPE bytea USING hex_bytes("hash"),
  ALTER COLUMN "parent_hash" TYPE bytea USING hex_bytes("parent_hash"),
  ADD CONSTRAINT "chain_blocks_hashes" CHECK (octet_length("chain_blocks"."hash") = 32 and octet_length("chain_blocks"."parent_hash") = 32);
--> statement-breakpoint
ALTER TABLE "chain_cursors"
  ALTER COLUMN "hash" TYPE bytea USING hex_bytes("hash");
--> statement-breakpoint
ALTER TABLE "deployments"
  ALTER COLUMN "usdc" TYPE bytea USING hex_bytes("usdc"),
  ALTER COLUMN "eurc" TYPE bytea USING hex_bytes("eurc"),
  ALTER COLUMN "genesis_hash" TYPE bytea USING hex_bytes("genesis_hash");
--> statement-breakpoint
ALTER TABLE "deployment_contracts"
  ALTER COLUMN "address" TYPE bytea USING hex_bytes("address"),
  ALTER COLUMN "code_hash" TYPE bytea USING hex_bytes("code_hash"),
  ALTER COLUMN "backfilled_hash" TYPE bytea USING hex_bytes("backfilled_hash");
--> statement-breakpoint
ALTER TABLE "registry_changes"
  ALTER COLUMN "owner" TYPE bytea USING hex_bytes("owner"),
  ALTER COLUMN "payout" TYPE bytea USING hex_bytes("payout"),
  ALTER COLUMN "metadata_hash" TYPE bytea USING hex_bytes("metadata_hash");
--> statement-breakpoint
ALTER TABLE "compliance_screenings"
  ALTER COLUMN "subject" TYPE bytea USING hex_bytes("subject"),
  ADD CONSTRAINT "compliance_screenings_addresses" CHECK (octet_length("compliance_screenings"."subject") = 20);
--> statement-breakpoint
ALTER TABLE "customers"
  ALTER COLUMN "wallet_address" TYPE bytea USING hex_bytes("wallet_address"),
  ADD CONSTRAINT "customers_addresses" CHECK (octet_length("customers"."wallet_address") = 20);
--> statement-breakpoint
ALTER TABLE "merchant_registrations"
  ALTER COLUMN "owner" TYPE bytea USING hex_bytes("owner"),
  ALTER COLUMN "payout" TYPE bytea USING hex_bytes("payout");
--> statement-breakpoint
ALTER TABLE "merchants"
  ALTER COLUMN "payout_address" TYPE bytea USING hex_bytes("payout_address");
--> statement-breakpoint
ALTER TABLE "payment_sessions"
  ALTER COLUMN "token_address" TYPE bytea USING hex_bytes("token_address"),
  ALTER COLUMN "ref" TYPE bytea USING hex_bytes("ref"),
  ADD CONSTRAINT "payment_sessions_addresses" CHECK (octet_length("payment_sessions"."token_address") = 20),
  ADD CONSTRAINT "payment_sessions_hashes" CHECK (octet_length("payment_sessions"."ref") = 32);
--> statement-breakpoint
ALTER TABLE "transactions"
  ALTER COLUMN "from_address" TYPE bytea USING hex_bytes("from_address"),
  ALTER COLUMN "to_address" TYPE bytea USING hex_bytes("to_address"),
  ALTER COLUMN "token_address" TYPE bytea USING hex_bytes("token_address"),
  ALTER COLUMN "ref" TYPE bytea USING hex_bytes("ref"),
  ALTER COLUMN "payment_id" TYPE bytea USING hex_bytes("payment_id"),
  ALTER COLUMN "tx_hash" TYPE bytea USING hex_bytes("tx_hash"),
  ADD CONSTRAINT "transactions_addresses" CHECK (octet_length("transactions"."from_address") = 20 and octet_length("transactions"."to_address") = 20 and octet_length("transactions"."token_address") = 20),
  ADD CONSTRAINT "transactions_hashes" CHECK (octet_length("transactions"."ref") = 32 and octet_length("transactions"."payment_id") = 32 and octet_length("transactions"."tx_hash") = 32);
--> statement-breakpoint
ALTER TABLE "relay_open_submissions"
  ALTER COLUMN "wallet" TYPE bytea USING hex_bytes("wallet"),
  ALTER COLUMN "token_address" TYPE bytea USING hex_bytes("token_address");
--> statement-breakpoint
ALTER TABLE "relay_attempts"
  ALTER COLUMN "hash" TYPE bytea USING hex_bytes("hash"),
  ADD CONSTRAINT "relay_attempts_hashes" CHECK (octet_length("relay_attempts"."hash") = 32);
--> statement-breakpoint
ALTER TABLE "relay_batches"
  ALTER COLUMN "wallet" TYPE bytea USING hex_bytes("wallet"),
  ALTER COLUMN "call_to" TYPE bytea USING hex_bytes("call_to"),
  ALTER COLUMN "consumed_by" TYPE bytea USING hex_bytes("consumed_by"),
  ADD CONSTRAINT "relay_batches_addresses" CHECK (octet_length("relay_batches"."wallet") = 20 and octet_length("relay_batches"."call_to") = 20);
--> statement-breakpoint
ALTER TABLE "relay_submissions"
  ALTER COLUMN "payer" TYPE bytea USING hex_bytes("payer"),
  ALTER COLUMN "token_address" TYPE bytea USING hex_bytes("token_address"),
  ALTER COLUMN "ref" TYPE bytea USING hex_bytes("ref"),
  ALTER COLUMN "auth_nonce" TYPE bytea USING hex_bytes("auth_nonce"),
  ALTER COLUMN "payment_id" TYPE bytea USING hex_bytes("payment_id"),
  ALTER COLUMN "wallet" TYPE bytea USING hex_bytes("wallet"),
  ALTER COLUMN "tx_hash" TYPE bytea USING hex_bytes("tx_hash"),
  ADD CONSTRAINT "relay_submissions_addresses" CHECK (octet_length("relay_submissions"."payer") = 20 and octet_length("relay_submissions"."token_address") = 20 and octet_length("relay_submissions"."wallet") = 20),
  ADD CONSTRAINT "relay_submissions_hashes" CHECK (octet_length("relay_submissions"."ref") = 32 and octet_length("relay_submissions"."auth_nonce") = 32 and octet_length("relay_submissions"."payment_id") = 32 and octet_length("relay_submissions"."tx_hash") = 32);
--> statement-breakpoint
ALTER TABLE "relay_wallets"
  ALTER COLUMN "address" TYPE bytea USING hex_bytes("address"),
  ALTER COLUMN "seen_hash" TYPE bytea USING hex_bytes("seen_hash"),
  ADD CONSTRAINT "relay_wallets_addresses" CHECK (octet_length("relay_wallets"."address") = 20);
--> statement-breakpoint
create or replace function keep_open_submission() returns trigger language plpgsql as $$
declare
  kept relay_open_submissions;
  wallet_name text := coalesce('0x' || encode(new.wallet, 'hex'), '');
  sent boolean := new.state in ('signed', 'broadcast', 'mined');
  first_due timestamptz := date_trunc('milliseconds', least(new.created_at, now()));
begin
  if not sent and new.state not in ('held', 'queued') then
    if tg_op = 'UPDATE' then
      delete from relay_open_submissions where submission_id = new.id;
    end if;
    return null;
  end if;
  kept.submission_id := new.id;
  kept.session_id := new.session_id;
  kept.account := new.chain_id || ':0x' || encode(new.payer, 'hex');
  kept.wallet := new.wallet;
  kept.token_address := new.token_address;
  kept.amount := new.amount;
  kept.debited := new.state = 'mined' and new.failure_code is null;
  kept.queue := case
    when new.state = 'held' then new.chain_id || ':held'
    when new.state = 'queued' and new.payer_has_code
      then new.chain_id || ':coded:' || wallet_name
    when new.state = 'queued' then new.chain_id || ':plain:' || wallet_name
  end;
  kept.due_at := coalesce(new.next_check_at, first_due);
  kept.doubt := case
    when sent and (new.slot_consumed or new.failure_code is not null) then new.chain_id || ':slot'
    when not sent and new.failure_code = 'nonce_used' then new.chain_id || ':nonce'
  end;
  -- What was never signed for is decided whenever the chain is looked at, however long it waits for its turn.
  kept.doubt_at := case when sent then kept.due_at else first_due end;
  kept.chain_id := new.chain_id;
  kept.valid_before := new.valid_before;
  if tg_op = 'UPDATE' then
    update relay_open_submissions o set
      session_id = kept.session_id, account = kept.account, wallet = kept.wallet,
      token_address = kept.token_address, amount = kept.amount, debited = kept.debited,
      queue = kept.queue, due_at = kept.due_at, doubt = kept.doubt, doubt_at = kept.doubt_at,
      chain_id = kept.chain_id, valid_before = kept.valid_before
    where o.submission_id = kept.submission_id;
    if found then
      return null;
    end if;
  end if;
  insert into relay_open_submissions values (kept.*) on conflict (submission_id) do nothing;
  return null;
end $$;

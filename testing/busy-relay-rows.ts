import type { TransactionSql } from "@/db/client";
import { busy, type Range, type Site } from "./busy-site";

/** Those that wait are not due for an hour; the others are with the site's first wallet. */
export async function writeSubmissions(
  tx: TransactionSql,
  site: Site,
  { first, last }: Range,
  state: "queued" | "held" | "broadcast" | "mined" | "confirmed",
) {
  const [wallet = "0x"] = site.wallets;
  await tx`
    insert into relay_submissions (id, merchant_id, mode, origin, idempotency_key, request_hash, kind,
      deployment_id, chain_id, session_id, chain_merchant_id, payer, token_address, amount, ref,
      auth_nonce, valid_after, valid_before, auth_signature, intent_signature, payment_id, state,
      wallet, rounds, tx_hash, next_check_at, closed_at)
    select 'rs_' || n, pg_temp.merchant(n), 'test', 'api', 'key-' || n, '\\x00', 'payment',
      ${site.deploymentId}, ${site.chainId}, 'ps_' || n, 1000 + n % ${busy.merchants}::int,
      pg_temp.payer(n), ${site.usdc}, 1000000, pg_temp.hash('ref', n), pg_temp.hash('nonce', n), 0,
      extract(epoch from now())::bigint + 3600, sha512('auth'),
      sha512('intent'), pg_temp.hash('payment', n), ${state},
      w.wallet, case when w.wallet is null then 0 else 1 end,
      case when w.wallet is not null then pg_temp.hash('tx', n / ${busy.batch}::int) end,
      case when w.wallet is null then now() + interval '1 hour' end,
      case when ${state} = 'confirmed' then now() end
    from generate_series(${first}::int, ${last}::int) n,
      (select case when ${state} not in ('queued', 'held') then ${wallet}::bytea end as wallet) w`;
}

/** Nonce slots with their transactions, one for each batch of submissions. */
export async function writeSlots(
  tx: TransactionSql,
  { chainId, wallets, deploymentId, processor }: Site,
  { first, last }: Range,
  state: "consumed" | "mined" | "in_flight",
) {
  const [wallet = "0x"] = wallets;
  await tx`
    insert into relay_batches (id, chain_id, wallet, nonce, deployment_id, kind, state, call_to,
      gas_limit, consumed_by, consumed_block)
    select 'rb_' || b, ${chainId}, ${wallet}, 1000000 + b, ${deploymentId}, 'settle_batch',
      ${state}, ${processor}, 1, pg_temp.hash('tx', b), 1000000
    from generate_series(${first}::int / ${busy.batch}::int, ${last}::int / ${busy.batch}::int) b`;
  await tx`
    insert into relay_attempts (hash, batch_id, kind, raw, max_fee_per_gas, max_priority_fee_per_gas)
    select pg_temp.hash('tx', b), 'rb_' || b, 'payload', decode(repeat('02', 2000), 'hex'), 1, 1
    from generate_series(${first}::int / ${busy.batch}::int, ${last}::int / ${busy.batch}::int) b`;
  await tx`
    insert into relay_batch_items (batch_id, submission_id, group_index, item_index, open)
    select 'rb_' || n / ${busy.batch}::int, 'rs_' || n, 0, n % ${busy.batch}::int, ${state} <> 'consumed'
    from generate_series(${first}::int, ${last}::int) n`;
}

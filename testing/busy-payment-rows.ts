import type { TransactionSql } from "@/db/client";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import type { World } from "./world";

/** How many there are of each on a busy site. */
export const busy = {
  payers: 20_000,
  merchants: 200,
  endpoints: 50,
  /** Submissions in a transaction. */
  batch: 50,
} as const;

/** Rows by their numbers, both included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** What rows are written for: a merchant, the test deployment, and the relay's wallets. */
export interface Site {
  readonly merchantId: string;
  readonly deploymentId: string;
  readonly chainId: number;
  readonly processor: Address;
  readonly usdc: Address;
  readonly wallets: readonly Address[];
}

/** A world's own site. */
export function siteOf({ merchant, chain, deployment }: World): Site {
  const { id: deploymentId, chainId, usdc } = deployment();
  const processor = addressOf(deployment(), "processor");
  const wallets = chain.relayers.map(({ address }) => lowerHex(address));
  return { merchantId: merchant.id, deploymentId, chainId, processor, usdc, wallets };
}

/** Merchants with their endpoints and customers, and what payers have used of the gas. */
export async function writeSurroundings(tx: TransactionSql, { deploymentId, usdc }: Site) {
  await tx`
    insert into merchants (id, business_name)
    select pg_temp.merchant(n), 'Merchant ' || n from generate_series(1, ${busy.merchants}::int) n`;
  await tx`
    insert into merchant_registrations (merchant_id, mode, deployment_id, chain_merchant_id, owner,
      payout, fee_bps)
    select pg_temp.merchant(n), 'test', ${deploymentId}, 1000 + n, ${usdc}, ${usdc}, 100
    from generate_series(1, ${busy.merchants}::int) n`;
  await tx`
    insert into webhook_endpoints (id, merchant_id, mode, url, destination, events, api_version,
      secret_sealed)
    select 'we_' || n, pg_temp.merchant(n), 'test', 'http://127.0.0.1:9/', 'host-' || n,
      '{payment.completed}', '1', ''
    from generate_series(1, ${busy.endpoints}::int) n`;
  await tx`
    insert into customers (id, merchant_id, mode, wallet_address)
    select 'cus_' || n, pg_temp.merchant(n), 'test', pg_temp.payer(n)
    from generate_series(1, ${busy.payers}::int) n`;
  await tx`
    insert into gas_budgets (day, subject, used)
    select to_char(now() - d * interval '1 day', 'YYYY-MM-DD'), 'payer:0x' || encode(pg_temp.payer(n), 'hex'), 1
    from generate_series(1, ${busy.payers}::int) n, generate_series(0, 1) d`;
}

/** Blocks with ten settlements each. */
export async function writeSettlements(
  tx: TransactionSql,
  site: Site,
  { first, last }: Range,
  status: "pending" | "confirmed",
) {
  await tx`
    insert into chain_blocks (chain_id, number, hash, parent_hash, timestamp)
    select ${site.chainId}, b + 1000, pg_temp.hash('block', b), pg_temp.hash('block', b - 1), now()
    from generate_series(${first}::int / 10, ${last}::int / 10) b`;
  await tx`
    insert into chain_events (chain_id, block_number, log_index, deployment_id, kind, domain_key)
    select ${site.chainId}, n / 10 + 1000, n % 10, ${site.deploymentId}, 'processor',
      substr(sha256(pg_temp.hash('payment', n)), 1, 16)
    from generate_series(${first}::int, ${last}::int) n`;
  await tx`
    insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency,
      fee, net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id,
      tx_hash, log_index, block_number, block_timestamp, session_id)
    select 'txn_' || n, pg_temp.merchant(n), 'test', ${site.deploymentId}, 'payment', ${status},
      1000000, 'USDC', 10000, 990000, 100, pg_temp.payer(n), ${site.usdc}, ${site.usdc},
      pg_temp.hash('ref', n), pg_temp.hash('payment', n), ${site.chainId},
      pg_temp.hash('tx', n / ${busy.batch}::int), n % 10, n / 10 + 1000, now(),
      'ps_' || n
    from generate_series(${first}::int, ${last}::int) n`;
}

/** Sessions that can be paid for an hour. */
export async function writeSessions(
  tx: TransactionSql,
  { deploymentId, usdc }: Site,
  { first, last }: Range,
  status: "confirmed" | "pending",
) {
  await tx`
    insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency,
      token_address, ref, status, created_via, expires_at)
    select 'ps_' || n, pg_temp.merchant(n), 'test', ${deploymentId}, 1000000, 'USDC', ${usdc},
      pg_temp.hash('ref', n), ${status}, 'api', now() + interval '1 hour'
    from generate_series(${first}::int, ${last}::int) n`;
}

/** Events with what was sent of them, and screenings. */
export async function writeNotices(
  tx: TransactionSql,
  { merchantId }: Site,
  { first, last }: Range,
  state: "pending" | "succeeded",
) {
  await tx`
    insert into events (id, merchant_id, mode, type, api_version, resource_type, resource_id,
      sequence, object, position)
    select 'evt_' || n, pg_temp.merchant(n), 'test', 'payment.completed', '1', 'payment_session',
      'ps_' || n, 1, '{}', n
    from generate_series(${first}::int, ${last}::int) n`;
  await tx`
    insert into webhook_dispatches (id, event_id, endpoint_id, state, next_attempt_at)
    select 'whx_' || n, 'evt_' || n,
      'we_' || (n % ${busy.endpoints}::int + 1), ${state}, 
      now() + n % 2 * interval '1 hour' - n % 1000 * interval '1 millisecond'
    from generate_series(${first}::int, ${last}::int) n`;
  await tx`
    insert into webhook_deliveries (id, merchant_id, mode, dispatch_id, endpoint_id,
      attempt, status)
    select 'whd_' || n, pg_temp.merchant(n), 'test', 'whx_' || n,
      'we_' || (n % ${busy.endpoints}::int + 1), 1, ${state}
    from generate_series(${first}::int, ${last}::int) n`;
  await tx`
    insert into compliance_screenings (merchant_id, mode, subject, trigger, provider,
      list_version, result, action, resource_id)
    select ${merchantId}, 'test', pg_temp.payer(n), 'relay', 'list', 'v1', 'clear',
      'allowed', 'rs_' || n
    from generate_series(${first}::int, ${last}::int) n`;
  await tx`
    insert into outbox (name, data, sent_at)
    select 'relay/work.queued', '{}', now()
    from generate_series(${first}::int, ${last}::int, 20) n`;
}

/** A mail of each, sent or due in an hour, and of every hundredth a replay that is over. */
export async function writeMails(
  tx: TransactionSql,
  { first, last }: Range,
  state: "sent" | "queued",
) {
  await tx`
    insert into mails (id, merchant_id, mode, kind, recipient, facts, dedupe_key, state,
      next_attempt_at, closed_at)
    select 'eml_' || n, pg_temp.merchant(n), 'test', 'payment_received', 'shop@example.com', '{}',
      'payment_received:ps_' || n, ${state}, now() + interval '1 hour',
      case when ${state} = 'sent' then now() end
    from generate_series(${first}::int, ${last}::int) n`;
  await tx`
    insert into webhook_replays (id, merchant_id, mode, endpoint_id, from_position, to_position,
      status, next_position, total, ended_at)
    select 'wr_' || n, pg_temp.merchant(n), 'test', 'we_' || (n % ${busy.endpoints}::int + 1), 1, 1,
      'completed', 2, 1, now()
    from generate_series(${first}::int, ${last}::int, 100) n`;
}

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

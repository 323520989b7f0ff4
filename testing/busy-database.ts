import type { Sql, TransactionSql } from "@/db/client";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Address, lowerHex } from "@/lib/core/hex";
import type { World } from "./world";

const PAYERS = 20_000;
const MERCHANTS = 200;
const ENDPOINTS = 50;
/** Submissions in a transaction. */
const BATCH = 50;

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

/**
 * Writes submissions that ended with their slots, and for every fourth what else is stored of a payment:
 * session, transaction, event, webhook and screening. Statistics are taken then, while nothing is open, and never again.
 */
export async function fillStored(db: Sql, site: Site, count: number): Promise<void> {
  const rows = { first: 1, last: count };
  const fewer = { first: 1, last: Math.ceil(count / 4) };
  const half = Math.ceil(count / 2);
  await withoutTriggers(db, (tx) => writeSurroundings(tx, site));
  await Promise.all([
    withoutTriggers(db, (tx) => writeSubmissions(tx, site, { first: 1, last: half }, "confirmed")),
    withoutTriggers(db, (tx) =>
      writeSubmissions(tx, site, { first: half + 1, last: count }, "confirmed"),
    ),
    withoutTriggers(db, async (tx) => {
      await writeSlots(tx, site, rows, "consumed");
      await writeSessions(tx, site, fewer, "confirmed");
      await writeSettlements(tx, site, fewer, "confirmed");
      await writeNotices(tx, site, fewer, "succeeded");
    }),
  ]);
  const tables = await db<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  for (const { name } of tables) {
    await db.unsafe(`alter table ${name} set (autovacuum_enabled = off)`);
  }
  await db.unsafe("vacuum analyze");
}

/** Numbers of open payments begin here. */
const OPEN = 10_000_000;

/**
 * Opens payments, of which a quarter each is queued, held, in flight, and mined and not final; those that
 * wait are not due for an hour. Their sessions are pending, and a webhook of each is to be sent: every
 * second one now, the others in an hour. Statistics stay as they are.
 */
export async function fillOpen(db: Sql, site: Site, count: number): Promise<void> {
  const quarter = Math.floor(count / 4);
  const rows = (at: number) => ({
    first: OPEN + at * quarter,
    last: OPEN + (at + 1) * quarter - 1,
  });
  const all = { first: OPEN, last: rows(3).last };
  await withoutTriggers(db, async (tx) => {
    await writeSessions(tx, site, all, "pending");
    await writeSlots(tx, site, rows(2), "in_flight");
    await writeSlots(tx, site, rows(3), "mined");
    await writeSettlements(tx, site, rows(3), "pending");
    await writeNotices(tx, site, all, "pending");
  });
  await db.begin(async (tx) => {
    await defineNames(tx);
    await writeSubmissions(tx, site, rows(0), "queued");
    await writeSubmissions(tx, site, rows(1), "held");
    await writeSubmissions(tx, site, rows(2), "broadcast");
    await writeSubmissions(tx, site, rows(3), "mined");
  });
}

/** Foreign keys and derived rows are left out: the rows are right as they are written. */
async function withoutTriggers(db: Sql, work: (tx: TransactionSql) => Promise<unknown>) {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local synchronous_commit = off`;
    await defineNames(tx);
    await work(tx);
  });
}

async function defineNames(tx: TransactionSql): Promise<void> {
  await tx.unsafe(`
    create or replace function pg_temp.hash(salt text, n bigint) returns bytea language sql immutable as
      $$ select sha256((salt || n)::bytea) $$;
    create or replace function pg_temp.payer(n bigint) returns bytea language sql immutable as
      $$ select int8send(0) || int4send(0) || int8send(n % ${PAYERS} + 1) $$;
    create or replace function pg_temp.merchant(n bigint) returns text language sql immutable as
      $$ select 'mer_' || (n % ${MERCHANTS}) $$;`);
}

async function writeSurroundings(tx: TransactionSql, { deploymentId, usdc }: Site) {
  await tx`
    insert into merchants (id, business_name)
    select pg_temp.merchant(n), 'Merchant ' || n from generate_series(1, ${MERCHANTS}::int) n`;
  await tx`
    insert into merchant_registrations (merchant_id, mode, deployment_id, chain_merchant_id, owner,
      payout, fee_bps)
    select pg_temp.merchant(n), 'test', ${deploymentId}, 1000 + n, ${usdc}, ${usdc}, 100
    from generate_series(1, ${MERCHANTS}::int) n`;
  await tx`
    insert into webhook_endpoints (id, merchant_id, mode, url, destination, events, api_version,
      secret_sealed)
    select 'we_' || n, pg_temp.merchant(n), 'test', 'http://127.0.0.1:9/', 'host-' || n,
      '{payment.completed}', '1', ''
    from generate_series(1, ${ENDPOINTS}::int) n`;
  await tx`
    insert into customers (id, merchant_id, mode, wallet_address)
    select 'cus_' || n, pg_temp.merchant(n), 'test', pg_temp.payer(n)
    from generate_series(1, ${PAYERS}::int) n`;
  await tx`
    insert into gas_budgets (day, subject, used)
    select to_char(now() - d * interval '1 day', 'YYYY-MM-DD'), 'payer:0x' || encode(pg_temp.payer(n), 'hex'), 1
    from generate_series(1, ${PAYERS}::int) n, generate_series(0, 1) d`;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Those that wait are not due for an hour; the others are with the site's first wallet. */
async function writeSubmissions(
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
      ${site.deploymentId}, ${site.chainId}, 'ps_' || n, 1000 + n % ${MERCHANTS}::int,
      pg_temp.payer(n), ${site.usdc}, 1000000, pg_temp.hash('ref', n), pg_temp.hash('nonce', n), 0,
      extract(epoch from now())::bigint + 3600, sha512('auth'),
      sha512('intent'), pg_temp.hash('payment', n), ${state},
      w.wallet, case when w.wallet is null then 0 else 1 end,
      case when w.wallet is not null then pg_temp.hash('tx', n / ${BATCH}::int) end,
      case when w.wallet is null then now() + interval '1 hour' end,
      case when ${state} = 'confirmed' then now() end
    from generate_series(${first}::int, ${last}::int) n,
      (select case when ${state} not in ('queued', 'held') then ${wallet}::bytea end as wallet) w`;
}

/** Nonce slots with their transactions, one for each batch of submissions. */
async function writeSlots(
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
    from generate_series(${first}::int / ${BATCH}::int, ${last}::int / ${BATCH}::int) b`;
  await tx`
    insert into relay_attempts (hash, batch_id, kind, raw, max_fee_per_gas, max_priority_fee_per_gas)
    select pg_temp.hash('tx', b), 'rb_' || b, 'payload', decode(repeat('02', 2000), 'hex'), 1, 1
    from generate_series(${first}::int / ${BATCH}::int, ${last}::int / ${BATCH}::int) b`;
  await tx`
    insert into relay_batch_items (batch_id, submission_id, group_index, item_index, open)
    select 'rb_' || n / ${BATCH}::int, 'rs_' || n, 0, n % ${BATCH}::int, ${state} <> 'consumed'
    from generate_series(${first}::int, ${last}::int) n`;
}

/** Blocks with ten settlements each. */
async function writeSettlements(
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
      pg_temp.hash('tx', n / ${BATCH}::int), n % 10, n / 10 + 1000, now(),
      'ps_' || n
    from generate_series(${first}::int, ${last}::int) n`;
}

async function writeSessions(
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
async function writeNotices(
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
      'we_' || (n % ${ENDPOINTS}::int + 1), ${state}, 
      now() + n % 2 * interval '1 hour' - n % 1000 * interval '1 millisecond'
    from generate_series(${first}::int, ${last}::int) n`;
  await tx`
    insert into webhook_deliveries (id, merchant_id, mode, dispatch_id, endpoint_id,
      attempt, status)
    select 'whd_' || n, pg_temp.merchant(n), 'test', 'whx_' || n,
      'we_' || (n % ${ENDPOINTS}::int + 1), 1, ${state}
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

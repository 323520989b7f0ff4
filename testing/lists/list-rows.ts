import type { Sql, TransactionSql } from "@/db/client";
import { type Filling, numbered, reference } from "./numbered-rows";
import {
  insertDeliveries,
  insertDispatches,
  insertEndpoints,
  insertEvents,
  insertReplays,
} from "./webhook-rows";

/**
 * Fills the table of every list with rows of several merchants in both modes, and takes
 * statistics. Six in ten rows are the big merchant's in test mode. What is rare there is in its oldest
 * rows, less than a page, and with everybody else in every row.
 */
export async function fillLists(db: Sql, filling: Filling): Promise<void> {
  const tables = [
    insertSessions,
    insertTransactions,
    insertRefunds,
    insertJobs,
    insertCustomers,
    insertInvoices,
    insertPlans,
    insertProducts,
    insertOrders,
    insertLinks,
    insertSubscriptions,
    insertKeys,
    insertEndpoints,
    insertDispatches,
    insertDeliveries,
    insertReplays,
    insertEvents,
    insertRequests,
    insertInspected,
    insertScreenings,
    insertActivity,
  ];
  const worker = async () => {
    for (let insert = tables.shift(); insert; insert = tables.shift()) {
      await insertRows(db, insert, filling);
    }
  };
  await Promise.all([worker(), worker()]);
  await db`analyze`;
}

/** The rows name endpoints, events and sessions that are not there: keys to other tables are left unchecked. */
async function insertRows(db: Sql, insert: typeof insertEvents, filling: Filling): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await insert(tx, filling);
  });
}

/** What nearly all rows are over, and what a few of the big merchant's oldest are over. */
const sum = (tx: TransactionSql) => tx`case when usual then 5000000 else 7000000 end`;

const insertSessions = (tx: TransactionSql, filling: Filling) => tx`
  insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency, token_address,
    ref, status, customer_id, created_via, expires_at, created_at)
  select 'ps_' || random, merchant_id, mode, ${filling.deploymentId}, ${sum(tx)}, 'USDC', decode(repeat('01', 20), 'hex'),
    hash, case when usual then 'confirmed' else 'refunded' end,
    ${reference(tx, "cus_")}, 'api', created_at + interval '1 day', created_at
  from (${numbered(tx, filling)}) n`;

const insertTransactions = (tx: TransactionSql, filling: Filling) => tx`
  insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency, fee,
    net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id, tx_hash,
    log_index, block_number, block_timestamp, session_id, subscription_id, customer_id,
    created_at, settlement_key)
  select 'txn_' || random, merchant_id, mode, ${filling.deploymentId},
    case when usual then 'payment' else 'refund' end,
    case when usual then 'confirmed' else 'pending' end, ${sum(tx)},
    case when usual then 'USDC' else 'EURC' end, 50000, 4950000, 100, decode(repeat('02', 20), 'hex'),
    decode(repeat('03', 20), 'hex'), decode(repeat('01', 20), 'hex'),
    hash, case when usual then hash end, 31337, hash, 0, g, created_at,
    'ps_' || case when is_big and not usual then 'rare' else random end,
    ${reference(tx, "sub_")}, ${reference(tx, "cus_")}, created_at,
    case when not usual then hash end
  from (${numbered(tx, filling)}) n`;

/** With the two transactions that are refunded often. */
const insertRefunds = (tx: TransactionSql, filling: Filling) => tx`
  with refunded as (
    insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency, fee,
      net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id, tx_hash,
      log_index, block_number, block_timestamp, created_at)
    select 'txn_' || name, ${filling.big}, 'test', ${filling.deploymentId}, 'payment', 'confirmed',
      5000000, 'USDC', 50000, 4950000, 100, repeat('2', 20)::bytea, repeat('3', 20)::bytea,
      repeat('1', 20)::bytea, sha256(name::bytea), sha256(name::bytea), 31337,
      sha256(name::bytea), 0, 0, '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z'
    from (values ('frequent'), ('rare')) n (name)
  )
  insert into refunds (id, merchant_id, mode, transaction_id, amount, status, method, refund_ref, payout,
    owner, chain_id, tx_hash, log_index, block_number, completed_at, expires_at, created_at)
  select 're_' || random, merchant_id, mode, ${reference(tx, "txn_")}, ${sum(tx)},
    case when usual then 'completed' else 'cancelled' end, 'contract', hash,
    decode(repeat('02', 20), 'hex'), decode(repeat('03', 20), 'hex'), 31337, hash, 0, g, created_at,
    created_at, created_at
  from (${numbered(tx, filling)}) n`;

const insertJobs = (tx: TransactionSql, filling: Filling) => tx`
  insert into agent_jobs (id, merchant_id, mode, public_id, deployment_id, chain_id, status,
    vendor_address, evaluator_address, treasury_address, description, amount, currency, token_address,
    usd_cents, expires_in_days, expires_at, proposal_id, closed_at, created_at)
  select 'job_' || random, merchant_id, mode, random, ${filling.deploymentId}, 31337,
    case when usual then 'completed' else 'cancelled' end,
    decode(repeat(case when usual then '01' else '02' end, 20), 'hex'), decode(repeat('03', 20), 'hex'),
    decode(repeat('03', 20), 'hex'), 'Work', ${sum(tx)}, 'USDC', decode(repeat('01', 20), 'hex'), 500, 14,
    created_at, hash, created_at, created_at
  from (${numbered(tx, filling)}) n`;

const insertCustomers = (tx: TransactionSql, filling: Filling) => tx`
  insert into customers (id, merchant_id, mode, wallet_address, external_ref, email, name, created_at,
    updated_at)
  select 'cus_' || random, merchant_id, mode, substr(sha256(random::bytea), 1, 20), 'ref ' || g,
    ${reference(tx, "")} || '@example.com', ${reference(tx, "Customer ")}, created_at, created_at
  from (${numbered(tx, filling)}) n`;

const insertInvoices = (tx: TransactionSql, filling: Filling) => tx`
  insert into invoices (id, merchant_id, mode, number, public_id, status, session_id, currency, subtotal,
    tax_total, total, taxes, due_in_days, customer_email, customer_name, due_at, sent_at, created_at)
  select 'inv_' || random, merchant_id, mode, g, random, case when usual then 'paid' else 'void' end,
    'ps_' || random, 'USDC', ${sum(tx)}, 0, ${sum(tx)}, '[]', 7, ${reference(tx, "")} || '@example.com',
    ${reference(tx, "Customer ")}, created_at, created_at, created_at
  from (${numbered(tx, filling)}) n`;

const insertPlans = (tx: TransactionSql, filling: Filling) => tx`
  insert into subscription_plans (id, merchant_id, mode, deployment_id, name, amount, currency,
    token_address, interval, interval_seconds, ref, active, archived_at, created_at)
  select 'plan_' || random, merchant_id, mode, ${filling.deploymentId}, ${reference(tx, "Plan ")}, 5000000, 'USDC',
    decode(repeat('01', 20), 'hex'), 'monthly', 2592000, hash, usual,
    case when not usual then created_at end, created_at
  from (${numbered(tx, filling)}) n`;

const insertProducts = (tx: TransactionSql, filling: Filling) => tx`
  insert into storefront_products (id, merchant_id, mode, name, price, currency, type, is_active,
    created_at)
  select 'prod_' || random, merchant_id, mode, ${reference(tx, "Product ")}, 5000000, 'USDC',
    'one_time', usual, created_at
  from (${numbered(tx, filling)}) n`;

const insertLinks = (tx: TransactionSql, filling: Filling) => tx`
  insert into payment_links (id, merchant_id, mode, name, amount, currency, active, created_at)
  select 'link_' || random, merchant_id, mode, ${reference(tx, "Link ")}, 5000000, 'USDC', usual,
    created_at
  from (${numbered(tx, filling)}) n`;

const insertOrders = (tx: TransactionSql, filling: Filling) => tx`
  insert into storefront_orders (id, merchant_id, mode, product_id, link_id, name, quantity, unit_price,
    currency, stock_state, created_at)
  select 'ps_' || random, merchant_id, mode, ${reference(tx, "prod_")}, ${reference(tx, "link_")},
    'Coffee', 1, 5000000, 'USDC', 'sold', created_at
  from (${numbered(tx, filling)}) n`;

const insertActivity = (tx: TransactionSql, filling: Filling) => tx`
  insert into agent_activity (id, merchant_id, mode, capability, action, summary, reason, setting,
    outcome, created_at)
  select 'act_' || random, merchant_id, mode, case when usual then 'recovery' else 'cashflow' end,
    'retry_charge', 'Tried', 'Why', 'recovery.strategy', 'failed', created_at
  from (${numbered(tx, filling)}) n`;

const insertScreenings = (tx: TransactionSql, filling: Filling) => tx`
  insert into compliance_screenings (merchant_id, mode, subject, trigger, provider, list_version, result,
    action, resource_id, created_at)
  select merchant_id, mode,
    case when not is_big then substr(hash, 1, 20) when not usual then decode(repeat('02', 20), 'hex')
      when g % 3 = 0 then decode(repeat('01', 20), 'hex') else substr(hash, 1, 20) end,
    'payment', 'blocklist', g::text, case when usual then 'clear' else 'blocked' end, 'none', 'rsb_' || case when is_big and not usual then 'rare' else random end, created_at
  from (${numbered(tx, filling)}) n`;

const insertSubscriptions = (tx: TransactionSql, filling: Filling) => tx`
  insert into subscriptions (id, merchant_id, mode, deployment_id, chain_id, chain_merchant_id, origin,
    plan_id, customer_id, onchain_id, payer, token_address, currency, amount, interval_seconds, start_at,
    permit_value, permit_deadline, permit_nonce, status, created_at)
  select 'sub_' || random, merchant_id, mode, ${filling.deploymentId}, 31337, 1, 'relay',
    ${reference(tx, "plan_")}, ${reference(tx, "cus_")}, hash, substr(hash, 1, 20),
    decode(repeat('01', 20), 'hex'), 'USDC', 5000000, 2592000, created_at, 60000000, 0, 0,
    case when usual then 'active' else 'lapsed' end, created_at
  from (${numbered(tx, filling)}) n`;

const insertKeys = (tx: TransactionSql, filling: Filling) => tx`
  insert into api_keys (id, merchant_id, mode, kind, name, scopes, hash, prefix, last4, api_version,
    created_at)
  select 'ak_' || random, merchant_id, mode, 'secret', ${reference(tx, "Server ")}, '{}', hash,
    ${reference(tx, "sk_test_")}, 'wxyz', '2026-04-27', created_at
  from (${numbered(tx, filling)}) n`;

/** Every fourth request is a person's own, which is in no list. */
const insertRequests = (tx: TransactionSql, filling: Filling) => tx`
  insert into request_log (created_at, request_id, method, route, status, caller, merchant_id, mode,
    duration_ms)
  select created_at, 'req_' || random, case when usual then 'GET' else 'POST' end,
    case when usual then '/v1/payment-sessions' else '/v1/refunds' end,
    case when usual then 200 else 500 end,
    case when g % 4 = 0 then 'ses_' || random when usual then 'ak_frequent' else 'ak_rare' end,
    merchant_id, mode, 12
  from (${numbered(tx, filling)}) n`;

const insertInspected = (tx: TransactionSql, filling: Filling) => tx`
  insert into inspected_webhooks (id, merchant_id, mode, signature, headers, body, created_at)
  select 'wir_' || random, merchant_id, mode, 'valid', '{}', '{}', created_at
  from (${numbered(tx, filling)}) n`;

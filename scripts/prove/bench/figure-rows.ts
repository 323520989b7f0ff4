import type { Sql } from "@/db/client";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";

const DAYS = 5 * 365;
const MERCHANTS = 5_000;

/** What is to be filled: the merchant of the statistics, and how many rows of each kind. */
interface Filling {
  readonly merchantId: string;
  readonly deployment: Pick<Deployment, "id" | "chainId">;
  readonly usdc: Address;
  readonly rows: number;
}

/** Five years of counters in all their stripes, and a million customers and monthly subscriptions. */
async function fillStatistics(db: Sql, { merchantId, deployment, usdc, rows }: Filling) {
  const { id, chainId } = deployment;
  console.log(`filling ${rows} customers and subscriptions, and ${DAYS} days of counters`);
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into daily_counts (merchant_id, mode, day, stripe, sessions_created, sessions_confirmed,
        subscriptions_started, cancelled_by_payer)
      select ${merchantId}, 'test', utc_day(now()) - d, s, 40, 30, 5, 2
      from generate_series(0, ${DAYS}::int) d, generate_series(0, 7) s on conflict do nothing`;
    await tx`
      insert into daily_takings (merchant_id, mode, day, currency, stripe, amount, payments)
      select ${merchantId}, 'test', utc_day(now()) - d, c, s, 1000000 * (1 + d % 7), 30
      from generate_series(0, ${DAYS}::int) d, generate_series(0, 7) s,
        unnest(array['USDC', 'EURC']) c on conflict do nothing`;
    await tx`
      insert into daily_movements (merchant_id, mode, day, chain_id, currency, stripe, movements,
        received, fees, refunds, first_block, last_block)
      select ${merchantId}, 'test', utc_day(now()) - d, ${chainId}, c, s, 30, 1000000, 10000, 5000, d, d
      from generate_series(0, ${DAYS}::int) d, generate_series(0, 7) s,
        unnest(array['USDC', 'EURC']) c on conflict do nothing`;
    await tx`
      insert into subscription_totals (merchant_id, mode, plan_id, currency, interval_seconds, status,
        collection, stripe, subscriptions, amount)
      select ${merchantId}, 'test', '', 'USDC', 2592000, 'active', 'collecting', s, ${rows}::int / 8,
        ${rows}::int / 8 * 5000000::numeric
      from generate_series(0, 7) s on conflict do nothing`;
    await tx`
      insert into customers (id, merchant_id, mode, wallet_address)
      select 'cus_' || left(md5(g::text), 24), ${merchantId}, 'test',
        substr(sha256(g::text::bytea), 1, 20) from generate_series(1, ${rows}::int) g`;
    await tx`
      insert into customer_totals (merchant_id, mode, currency, customer_id, spent, payments)
      select ${merchantId}, 'test', 'USDC', 'cus_' || left(md5(g::text), 24), g % 100000, 3
      from generate_series(1, ${rows}::int) g`;
    await tx`
      insert into subscriptions (id, merchant_id, mode, deployment_id, chain_id, chain_merchant_id,
        origin, onchain_id, payer, token_address, currency, amount, interval_seconds, start_at,
        permit_value, permit_deadline, permit_nonce, cap, status, next_charge_at, attempt_at)
      select 'sub_' || left(md5(g::text), 24), ${merchantId}, 'test', ${id}, ${chainId}, 1, 'relay',
        sha256(g::text::bytea), substr(sha256(g::text::bytea), 1, 20), ${usdc}, 'USDC', 5000000,
        2592000, now(), 60000000, 0, 0, 60000000, 'active',
        now() + g * interval '30 days' / ${rows}::int, now() + g * interval '30 days' / ${rows}::int
      from generate_series(1, ${rows}::int) g`;
  });
}

/**
 * Five thousand merchants, and a month of final payments: nine in ten are the merchant's of the statistics, the others of
 * all of them.
 */
async function fillPlatform(db: Sql, { merchantId, deployment, usdc, rows }: Filling) {
  const { id, chainId } = deployment;
  console.log(`filling ${MERCHANTS} merchants and ${rows} transactions`);
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into merchants (id, business_name, email, created_at)
      select 'mer_' || left(md5(g::text), 24), 'Business ' || g, g || '@example.com',
        now() - g * interval '1 hour' from generate_series(1, ${MERCHANTS}::int) g`;
    await tx`
      insert into merchant_registrations (merchant_id, mode, deployment_id, chain_merchant_id, owner,
        payout, fee_bps)
      select 'mer_' || left(md5(g::text), 24), 'test', ${id}, 1000 + g,
        substr(sha256(g::text::bytea), 1, 20), substr(sha256(g::text::bytea), 1, 20), 100
      from generate_series(1, ${MERCHANTS}::int) g`;
    await tx`
      insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency,
        fee, net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id,
        tx_hash, log_index, block_number, block_timestamp, customer_id, created_at)
      select 'txn_' || left(md5(g::text), 24),
        case when g % 10 > 0 then ${merchantId}
          else 'mer_' || left(md5((1 + g / 10 % ${MERCHANTS}::int)::text), 24) end,
        'test', ${id}, 'payment', 'confirmed', 5000000, 'USDC', 50000, 4950000, 100,
        substr(h, 1, 20), substr(h, 2, 20), ${usdc}, h, h, ${chainId}, h, 0, g, at,
        'cus_' || left(md5(g::text), 24), at
      from generate_series(1, ${rows}::int) g,
        lateral (select sha256(g::text::bytea) as h,
          now() - (${rows}::int - g) * interval '30 days' / ${rows}::int as at) made`;
    await tx`
      insert into daily_takings (merchant_id, mode, day, currency, stripe, amount, payments, fees)
      select merchant_id, mode, utc_day(created_at), currency, block_number % 8, sum(amount), count(*),
        sum(fee)
      from transactions group by 1, 2, 3, 4, 5`;
    await tx`
      insert into platform_takings (mode, day, currency, stripe, amount, payments, fees)
      select 'test', utc_day(now()) - d, c, s, 5000000, 1, 50000
      from generate_series(0, ${DAYS}::int) d, generate_series(0, 15) s,
        unnest(array['USDC', 'EURC']) c`;
    await tx`
      insert into daily_movements (merchant_id, mode, day, chain_id, currency, stripe, movements,
        received, fees, refunds, first_block, last_block)
      select merchant_id, mode, utc_day(block_timestamp), chain_id, currency, block_number % 8, count(*),
        sum(amount), sum(fee), 0, min(block_number), max(block_number)
      from transactions group by 1, 2, 3, 4, 5, 6`;
  });
}

/** Fills what statistics, operators' figures and books read, with the counters that triggers would have kept. */
export async function fillFigures(db: Sql, filling: Filling): Promise<void> {
  await fillPlatform(db, filling);
  await fillStatistics(db, filling);
  await db`vacuum analyze`;
}

import { setInterval } from "node:timers";
import type { Sql } from "@/db/client";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { sendDigests } from "@/lib/domain/agents/cashflow/send-digests";
import { modules } from "@/lib/domain/operations/modules";
import { type BenchStage, openStage, settingsFor } from "./bench-stage";

/** What the daily digests of many merchants take. */
const MERCHANTS = Number(process.env.BENCH_MERCHANTS ?? 1_000);
const TRANSACTIONS = Number(process.env.BENCH_TRANSACTIONS ?? 1_000_000);
const DAYS = 30;
const MOST_SECONDS = 60;
const MOST_GROWTH_MB = 64;
const MB = 1024 * 1024;

/** Merchants with the digest on, their transactions of thirty days, and the counters of these. */
async function fill({ db, deployment, usdc }: BenchStage): Promise<void> {
  console.log(`filling ${MERCHANTS} merchants with ${TRANSACTIONS} transactions`);
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into merchants (id, business_name, email, test_payout_address)
      select 'mer_bench' || m, 'Bench ' || m, 'bench' || m || '@x.example',
        substr(sha256(m::text::bytea), 1, 20)
      from generate_series(1, ${MERCHANTS}::int) m`;
    await tx`
      insert into agent_configs (merchant_id, mode, enabled_capabilities, digest_enabled)
      select 'mer_bench' || m, 'test', '{cashflow}', true
      from generate_series(1, ${MERCHANTS}::int) m`;
    await tx`
      insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency,
        fee, net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id,
        tx_hash, log_index, block_number, block_timestamp, created_at)
      select 'txn_' || left(md5(g::text), 24), 'mer_bench' || (1 + g % ${MERCHANTS}::int), 'test',
        ${deployment.id}, 'payment', 'confirmed', 5000000 + g % 1000000, 'USDC', 50000, 4950000, 100,
        substr(sha256(g::text::bytea), 1, 20), decode(repeat('03', 20), 'hex'), ${usdc.address},
        sha256(g::text::bytea), sha256(g::text::bytea), ${deployment.chainId}, sha256(g::text::bytea), 0, g, at, at
      from generate_series(1, ${TRANSACTIONS}::int) g,
        lateral (select date_trunc('day', now()) - g % ${DAYS}::int * interval '1 day' as at) d`;
    await tx`
      insert into daily_movements (merchant_id, mode, day, chain_id, currency, stripe, movements,
        received, fees, refunds)
      select merchant_id, mode, utc_day(created_at), chain_id, currency, 0, count(*), sum(amount),
        sum(fee), 0
      from transactions where merchant_id like 'mer_bench%' group by 1, 2, 3, 4, 5`;
  });
  await db`vacuum analyze`;
}

const countOf = async (db: Sql) => {
  const [row] = await db<{ mails: number }[]>`
    select count(*)::int as mails from mails where kind = 'agent_digest'`;
  return row?.mails ?? 0;
};

const stage = await openStage();
try {
  const { db, demo, deployment } = stage;
  await fill(stage);
  // Digests are made from six (UTC) on.
  await db`insert into business_clock (id) values (true) on conflict do nothing`;
  await db`
    update business_clock set ahead_ms = extract(epoch from
      date_trunc('day', now()) + interval '12 hours' - now()) * 1000
    where extract(hour from now() at time zone 'utc') < 6`;
  const ctx = {
    db,
    modules,
    chains: { all: [deployment.chain], deployments: [deployment] },
    config: settingsFor(demo.databaseUrl),
    log: createLogger("warn"),
    requestId: newId("request"),
    actor: { kind: "system" },
  } as const;
  const heaps: number[] = [];
  globalThis.gc?.();
  const watch = setInterval(() => heaps.push(process.memoryUsage().heapUsed / MB), 250);
  const began = performance.now();
  await sendDigests(ctx, { after: null, until: new Date(Date.now() + 600_000) });
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(watch);
  const mails = await countOf(db);
  const half = Math.ceil(heaps.length / 2);
  const [early, late] = [Math.max(...heaps.slice(0, half)), Math.max(...heaps.slice(half))];
  console.log(`${mails} digests in ${seconds.toFixed(1)} s (at most ${MOST_SECONDS})`);
  console.log(`heap at most ${early.toFixed(0)} MB in the first half, ${late.toFixed(0)} MB after`);
  const again = performance.now();
  await sendDigests(ctx, { after: null, until: new Date(Date.now() + 600_000) });
  console.log(
    `a second run tells nothing, in ${((performance.now() - again) / 1_000).toFixed(2)} s`,
  );
  const isRight = mails === MERCHANTS && (await countOf(db)) === MERCHANTS;
  if (!isRight || seconds > MOST_SECONDS || late - early > MOST_GROWTH_MB) process.exitCode = 1;
} finally {
  await stage.stop();
}

import postgres from "postgres";
import type { Sql } from "@/db/client";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { getChurn } from "@/lib/domain/insight/figures/get-churn";
import { getConversion } from "@/lib/domain/insight/figures/get-conversion";
import { getForecast } from "@/lib/domain/insight/figures/get-forecast";
import { getMrr } from "@/lib/domain/insight/figures/get-mrr";
import { getSummary } from "@/lib/domain/insight/figures/get-summary";
import { listCustomerValues } from "@/lib/domain/insight/figures/list-customer-values";
import { modules } from "@/lib/domain/operations/modules";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { listRenewals } from "@/lib/domain/subscriptions/outlook/list-renewals";
import { buffersOf, explain, nodesOf, recordingDb } from "@/testing/lists/explain";
import { openStage, percentile, sendAtRate, settingsFor, timeGet } from "./bench-stage";

/** Customers and subscriptions of one merchant. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const DAYS = 5 * 365;
const PER_SECOND = 20;
const ALONE = 20;

const figures: Readonly<Record<string, (ctx: Context<MerchantActor>) => Promise<unknown>>> = {
  "/v1/stats/conversion": (ctx) => getConversion(ctx, {}),
  "/v1/stats/churn": (ctx) => getChurn(ctx, {}),
  "/v1/stats/mrr": (ctx) => getMrr(ctx),
  "/v1/stats/ltv": (ctx) => listCustomerValues(ctx, {}),
  "/v1/stats/forecast": (ctx) => getForecast(ctx),
  "/v1/stats/summary": (ctx) => getSummary(ctx, {}),
  "/v1/renewals": (ctx) => listRenewals(ctx, {}),
};

/** Five years of counters in all their stripes, and a million customers and monthly subscriptions. */
async function fill(db: Sql, merchantId: string, { id, chainId, usdc }: Deployment) {
  console.log(`filling ${ROWS} customers and subscriptions, and ${DAYS} days of counters`);
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
      insert into subscription_totals (merchant_id, mode, plan_id, currency, interval_seconds, status,
        collection, stripe, subscriptions, amount)
      select ${merchantId}, 'test', '', 'USDC', 2592000, 'active', 'collecting', s, ${ROWS}::int / 8,
        ${ROWS}::int / 8 * 5000000::numeric
      from generate_series(0, 7) s on conflict do nothing`;
    await tx`
      insert into customers (id, merchant_id, mode, wallet_address)
      select 'cus_' || left(md5(g::text), 24), ${merchantId}, 'test',
        substr(sha256(g::text::bytea), 1, 20) from generate_series(1, ${ROWS}::int) g`;
    await tx`
      insert into customer_totals (merchant_id, mode, currency, customer_id, spent, payments)
      select ${merchantId}, 'test', 'USDC', 'cus_' || left(md5(g::text), 24), g % 100000, 3
      from generate_series(1, ${ROWS}::int) g`;
    await tx`
      insert into subscriptions (id, merchant_id, mode, deployment_id, chain_id, chain_merchant_id,
        origin, onchain_id, payer, token_address, currency, amount, interval_seconds, start_at,
        permit_value, permit_deadline, permit_nonce, cap, status, next_charge_at, attempt_at)
      select 'sub_' || left(md5(g::text), 24), ${merchantId}, 'test', ${id}, ${chainId}, 1, 'relay',
        sha256(g::text::bytea), substr(sha256(g::text::bytea), 1, 20), ${usdc}, 'USDC', 5000000,
        2592000, now(), 60000000, 0, 0, 60000000, 'active',
        now() + g * interval '30 days' / ${ROWS}::int, now() + g * interval '30 days' / ${ROWS}::int
      from generate_series(1, ${ROWS}::int) g`;
  });
  await db`vacuum analyze`;
}

/** What each figure reads: pages of memory or disk, and rows of its scans. */
async function showReads(db: Sql, url: string, ctx: Context<MerchantActor>): Promise<void> {
  const explainer = postgres(url, { max: 1 });
  const recording = recordingDb(db);
  for (const [path, read] of Object.entries(figures)) {
    recording.takeSent();
    await read({ ...ctx, db: recording.db });
    let [buffers, rows] = [0, 0];
    const sent = recording.takeSent().filter(({ text }) => /^\s*select\b/i.test(text));
    for (const statement of sent) {
      const plan = await explain(explainer, statement, "force_generic_plan");
      buffers += buffersOf(plan);
      for (const node of nodesOf(plan)) if (node["Relation Name"]) rows += node["Actual Rows"];
    }
    console.log(`${path.padEnd(24)} ${sent.length} statements, ${buffers} buffers, ${rows} rows`);
  }
  await explainer.end();
}

const show = (name: string, times: readonly number[]) =>
  console.log(
    `${name.padEnd(52)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );

const stage = await openStage();
try {
  const { db, demo, deployment, usdc } = stage;
  const [merchant] = await db<{ id: string }[]>`select id from merchants limit 1`;
  if (!merchant) throw new Error("the demo has a merchant");
  await fill(db, merchant.id, { ...deployment, usdc: usdc.address });
  const actor: MerchantActor = {
    kind: "session",
    merchantId: merchant.id,
    mode: "test",
    userId: "usr_1",
    sessionId: "ses_1",
  };
  await showReads(db, demo.databaseUrl, {
    db,
    actor,
    modules,
    chains: { all: [deployment.chain], deployments: [deployment] },
    config: settingsFor(demo.databaseUrl),
    log: createLogger("silent"),
    requestId: newId("request"),
  });
  const paths = Object.keys(figures);
  await sendAtRate(stage, paths, { perSecond: PER_SECOND, seconds: 3 });
  for (const path of paths) {
    const times: number[] = [];
    for (let count = 0; count < ALONE; count += 1) times.push(await timeGet(stage, path));
    show(path, times);
  }
  const all = await sendAtRate(stage, paths, { perSecond: PER_SECOND, seconds: 20 });
  show(`all of them, ${PER_SECOND} requests/s`, all);
} finally {
  await stage.stop();
}

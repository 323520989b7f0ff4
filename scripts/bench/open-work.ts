import { setTimeout as sleep } from "node:timers/promises";
import { addressOf } from "@/lib/adapters/chain/chains";
import { fillOpen, fillStored } from "@/testing/busy-database";
import type { Site } from "@/testing/busy-site";
import { type BenchStage, makePayers, openStage, type Payer } from "./bench-stage";
import { postgresCpuMs, postmasterOf } from "./cpu-time";
import { preparePayments, relayPayments } from "./payment-load";

/*
 * What a payment costs Postgres while few and while many others are open and stored. Statistics are taken
 * while nothing is open, as a production database has them when a rush comes.
 */
const PAYMENTS = Number(process.env.BENCH_PAYMENTS ?? 400);
const ROUNDS = 5;
const PAYERS = 50;
const AMOUNT = 1_000_000n;
const SETTLE_MS = 5_000;
const QUIET_MS = 10_000;
const STORED = 200_000;
const OPEN = 3_000;
/** What a state costs: its payments, and what goes on without any. */
interface Cost {
  /** The median of Postgres' CPU milliseconds per payment, from its request to its confirmation. */
  readonly payment: number;
  /** CPU milliseconds per second without a request; contained in the other as long as that takes. */
  readonly idle: number;
}

async function measure(stage: BenchStage, payers: readonly Payer[]): Promise<Cost> {
  const postmaster = await postmasterOf(stage.db);
  const used = async (work: () => Promise<unknown>) => {
    const [at, before] = [performance.now(), postgresCpuMs(postmaster)];
    await work();
    const ms = postgresCpuMs(postmaster) - before;
    return { ms, seconds: (performance.now() - at) / 1_000 };
  };
  // Dirty pages of what was written before are not this state's.
  await stage.db`checkpoint`;
  await sleep(SETTLE_MS);
  const quiet = await used(() => sleep(QUIET_MS));
  const figures: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bodies = await preparePayments(stage, payers, { count: PAYMENTS, amount: AMOUNT });
    const { ms } = await used(() => relayPayments(stage, bodies));
    figures.push(ms / PAYMENTS);
  }
  const payment = figures.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  return { payment, idle: quiet.ms / quiet.seconds };
}

/** Updates in place leave the indexes alone, and need no vacuum (heap-only tuples). */
async function reportUpdates({ db }: BenchStage): Promise<void> {
  const rows = await db<{ name: string; updates: bigint; inPlace: bigint }[]>`
    select relname as name, n_tup_upd as updates, n_tup_hot_upd as in_place
    from pg_stat_user_tables where relname in ('relay_submissions', 'relay_open_submissions')`;
  for (const { name, updates, inPlace } of rows) {
    console.log(`${name}: ${(inPlace * 100n) / updates} % of ${updates} updates in place`);
  }
}

/** With nothing open, and with `OPEN`. */
async function measureWith(stored: number): Promise<[idle: Cost, busy: Cost]> {
  const stage = await openStage();
  try {
    const { id: deploymentId, chainId, usdc } = stage.deployment;
    const processor = addressOf(stage.deployment, "processor");
    const site: Site = {
      merchantId: "mer_1",
      deploymentId,
      chainId,
      processor,
      usdc,
      wallets: [`0x${"77".repeat(20)}`],
    };
    const payers = await makePayers(stage, PAYERS, AMOUNT * BigInt(2 * (ROUNDS + 1) * PAYMENTS));
    await relayPayments(stage, await preparePayments(stage, payers, { count: 50, amount: AMOUNT }));
    await fillStored(stage.db, site, stored);
    const idle = await measure(stage, payers);
    await fillOpen(stage.db, site, OPEN);
    // Nobody is there to take their webhooks.
    await stage.db`
      update webhook_dispatches set next_attempt_at = now() + interval '1 day'
      where endpoint_due_at is not null`;
    const busy = await measure(stage, payers);
    await reportUpdates(stage);
    return [idle, busy];
  } finally {
    await stage.stop();
  }
}

const [few, fewOpen] = await measureWith(0);
const [many, manyOpen] = await measureWith(STORED);
const line = (what: string, { payment, idle }: Cost) =>
  console.log(
    `${what}: ${payment.toFixed(2)} ms of Postgres CPU per payment, ${(payment / few.payment).toFixed(2)} times the first; ${idle.toFixed(0)} ms per second without requests`,
  );
line("nothing open, nothing stored", few);
line(`${OPEN} open, nothing stored`, fewOpen);
line(`nothing open, ${STORED} stored`, many);
line(`${OPEN} open, ${STORED} stored`, manyOpen);

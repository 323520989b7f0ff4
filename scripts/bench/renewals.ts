import { setTimeout as sleep } from "node:timers/promises";
import { drainRelay } from "@/lib/domain/relay/drain-relay";
import { indexChain } from "@/lib/indexer/index-chain";
import { enrol, openRenewalStage, type RenewalStage } from "./renewal-stage";

/*
 * Subscriptions that fall due in the same second: from the block in which they do to the last of their charges in the books,
 * two blocks behind the head. Keepers, indexer, Postgres and the chain share the machine.
 */
const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 5_000);
const BLOCK_MS = 500;
const RUNS = [
  { name: "one merchant", merchants: 1, aim: 100 },
  { name: "500 merchants", merchants: 500, aim: 60 },
];

/** Lets keepers and indexer work, and the chain mine, until something is so. */
async function workUntil(stage: RenewalStage, isDone: () => Promise<boolean>): Promise<void> {
  const { anvil, ctx, deployment } = stage;
  let over = false;
  const forever = async (work: () => Promise<unknown>) => {
    while (!over) await work();
  };
  const soon = () => new Date(Date.now() + 2_000);
  const chainId = deployment.chain.id;
  await Promise.all([
    forever(async () => {
      await sleep(BLOCK_MS);
      await anvil.request("evm_mine");
    }),
    forever(() => drainRelay(ctx, { until: soon() })),
    forever(async () => {
      await indexChain(ctx, { chainId, until: soon() });
      await sleep(100);
    }),
    (async () => {
      while (!(await isDone())) await sleep(100);
      over = true;
    })(),
  ]);
}

async function count({ db }: RenewalStage, table: "subscriptions" | "subscription_charges") {
  const [row] = await db<{ count: number }[]>`select count(*)::int from ${db(table)}`;
  return row?.count ?? 0;
}

const stage = await openRenewalStage();
let expected = 0;
for (const { name, merchants, aim } of RUNS) {
  await enrol(stage, { count: SUBSCRIPTIONS, merchants });
  expected += SUBSCRIPTIONS;
  await workUntil(stage, async () => (await count(stage, "subscriptions")) === expected);
  await stage.db`analyze`;
  await stage.anvil.request("evm_increaseTime", [86_401]);
  const startedAt = performance.now();
  await stage.anvil.request("evm_mine");
  await workUntil(stage, async () => (await count(stage, "subscription_charges")) === expected);
  const seconds = (performance.now() - startedAt) / 1_000;
  const rate = SUBSCRIPTIONS / seconds;
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  const [batches] = await stage.db<{ count: number }[]>`
    select count(*)::int from relay_batches where kind = 'charge_batch'`;
  console.log(
    `${name}: ${SUBSCRIPTIONS} charges final in ${seconds.toFixed(1)} s, ${rate.toFixed(0)}/s (aim ${aim}/s), ${batches?.count} transactions so far, ${memory} MB`,
  );
}
await stage.stop();
process.exit();

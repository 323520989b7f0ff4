import { setTimeout as sleep } from "node:timers/promises";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import { openRelaySignal } from "@/lib/domain/wallets/relay-signal";
import { indexChain } from "@/lib/indexer/index-chain";
import { percentile } from "./bench-stage";
import { allow, enrol, fund, openRenewalStage, type RenewalStage } from "./renewal-stage";

/*
 * Subscriptions that fall due in the same second: from the block in which they do to the last of their charges signed, in a
 * block, and in the books, two blocks behind the head. Then those of payers who have nothing, and how soon they are charged
 * once they have. Keepers, indexer, Postgres and the chain share the machine.
 */
const SUBSCRIPTIONS = Number(process.env.BENCH_SUBSCRIPTIONS ?? 5_000);
const RUNS = [
  { name: "one merchant", merchants: 1, aim: 100 },
  { name: "500 merchants", merchants: 500, aim: 60 },
];

interface Progress {
  enrolled: number;
  signed: number;
  mined: number;
  booked: number;
}

async function progressOf({ db }: RenewalStage): Promise<Progress> {
  const [row] = await db<Progress[]>`
    select (select count(*)::int from subscriptions where status <> 'pending') as enrolled,
      (select count(*)::int from subscription_renewals) as signed,
      (
        select count(*)::int from subscription_renewals r join relay_batches b on b.id = r.batch_id
        where b.state in ('mined', 'consumed')
      ) as mined,
      (select count(*)::int from subscription_charges) as booked`;
  if (!row) throw new Error("counts have a row");
  return row;
}

/** As on the chain of `npm run demo`. */
const BLOCK_MS = 1_000;
/** A keeper that heard of nothing looks again after this. */
const REST_MS = 250;

/** When each block was there, by its number: `performance.now()`. */
type BlockTimes = ReadonlyMap<bigint, number>;

/**
 * Lets keepers and indexer work as their jobs do, woken by what is written, and the chain mine, until something is so.
 * @returns when the blocks were mined
 */
async function workUntil(
  { anvil, ctx, deployment, db }: RenewalStage,
  isDone: () => Promise<boolean>,
): Promise<BlockTimes> {
  let over = false;
  const signal = openRelaySignal(db);
  const minedAt = new Map<bigint, number>();
  const forever = async (work: () => Promise<unknown>) => {
    while (!over) await work();
  };
  const soon = () => new Date(Date.now() + 5_000);
  const chainId = deployment.chain.id;
  try {
    await Promise.all([
      forever(async () => {
        const startedAt = performance.now();
        await anvil.request("evm_mine");
        minedAt.set(BigInt(await anvil.request<Hex>("eth_blockNumber")), performance.now());
        await sleep(Math.max(0, startedAt + BLOCK_MS - performance.now()));
      }),
      forever(async () => {
        await drainRelay(ctx, { until: soon() });
        await signal.wait(REST_MS);
      }),
      forever(() => indexChain(ctx, { chainId, until: soon(), follow: "whileOpen" })),
      (async () => {
        while (!(await isDone())) await sleep(100);
        over = true;
      })(),
    ]);
  } finally {
    over = true;
    signal.close();
  }
  return minedAt;
}

/** Seconds until all was signed, in blocks, and booked. */
async function chargeAll(stage: RenewalStage, expected: number) {
  await stage.anvil.request("evm_increaseTime", [86_401]);
  const startedAt = performance.now();
  const at = { signed: 0, mined: 0, booked: 0 };
  await workUntil(stage, async () => {
    const progress = await progressOf(stage);
    const seconds = (performance.now() - startedAt) / 1_000;
    for (const step of ["signed", "mined", "booked"] as const) {
      if (progress[step] >= expected) at[step] ||= seconds;
    }
    return at.booked > 0;
  });
  return at;
}

const perSecond = (seconds: number) => `${(SUBSCRIPTIONS / seconds).toFixed(0)}/s`;

const stage = await openRenewalStage();
let expected = 0;
for (const { name, merchants, aim } of RUNS) {
  await enrol(stage, { count: SUBSCRIPTIONS, merchants });
  expected += SUBSCRIPTIONS;
  await workUntil(stage, async () => (await progressOf(stage)).enrolled === expected);
  await stage.db`analyze`;
  const { signed, mined, booked } = await chargeAll(stage, expected);
  console.log(
    `${name}: ${SUBSCRIPTIONS} charges final in ${booked.toFixed(1)} s, ${perSecond(booked)} (aim ${aim}/s); signed ${perSecond(signed)}, in blocks ${perSecond(mined)}`,
  );
}

/** Those of them that get what they lack. */
const RECOVERIES = Number(process.env.BENCH_RECOVERIES ?? 200);
const FAILURES = Math.max(RECOVERIES, Number(process.env.BENCH_FAILURES ?? 1_000));
/** The mean time between two arrivals: about four in each block. */
const BETWEEN_MS = 250;
/** From the block that brings it to the block of the charge: one block, and half a second. */
const AIM_MS = 1_500;

let broke: readonly Address[] = [];

async function count(stage: RenewalStage, status: "trialing" | "active" | "past_due") {
  const [row] = await stage.db<{ count: number }[]>`
    select count(*)::int from subscriptions
    where status = ${status} and payer = any (${[...broke]}::bytea[])`;
  return row?.count ?? 0;
}

const lacksAllowance = (index: number) => index % 2 === 1;

/** Charges that fall due in the same second of payers who have no money, or have taken their allowance back. */
async function measureFailures(stage: RenewalStage): Promise<void> {
  broke = await enrol(stage, { count: FAILURES, merchants: 10, isFunded: false });
  const revoking = broke.filter((_, index) => lacksAllowance(index));
  await fund(stage, revoking);
  await Promise.all(revoking.map((payer) => allow(stage, payer, { charges: 0n, nonce: 2 })));
  await workUntil(stage, async () => (await count(stage, "trialing")) === FAILURES);
  await stage.anvil.request("evm_increaseTime", [86_401]);
  const startedAt = performance.now();
  await workUntil(stage, async () => (await count(stage, "past_due")) === FAILURES);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `${FAILURES} charges that payers cannot pay, told in ${seconds.toFixed(1)} s: ${(FAILURES / seconds).toFixed(0)}/s`,
  );
}

/** From the block that brings a payer money, or an allowance, to the block of the charge. */
async function measureRecovery(stage: RenewalStage): Promise<void> {
  const recovering = broke.slice(0, RECOVERIES);
  const arrivals = new Map<Address, string>();
  const sending = (async () => {
    for (const [index, payer] of recovering.entries()) {
      await sleep(2 * BETWEEN_MS * Math.random());
      const hash = lacksAllowance(index)
        ? await allow(stage, payer, { charges: 12n, nonce: 3 })
        : (await fund(stage, [payer]))[0];
      if (hash) arrivals.set(payer, hash);
    }
  })();
  const minedAt = await workUntil(
    stage,
    async () => arrivals.size === RECOVERIES && (await count(stage, "active")) === RECOVERIES,
  );
  await sending;
  const { ms, nextBlock } = await delaysOf(stage, arrivals, minedAt);
  const at = (share: number) => `${percentile(ms, share).toFixed(0)} ms`;
  console.log(
    `${RECOVERIES} payers charged after money or allowance came, from block to block: p50 ${at(0.5)}, p95 ${at(0.95)} (aim ${AIM_MS} ms), longest ${at(1)}; ${nextBlock} of them in the next block`,
  );
}

async function delaysOf(
  { anvil, db }: RenewalStage,
  arrivals: ReadonlyMap<Address, string>,
  minedAt: BlockTimes,
) {
  const charges = await db<{ payer: Address; block: bigint }[]>`
    select s.payer, b.consumed_block as block
    from subscriptions s
    join subscription_renewals r on r.subscription_id = s.id
    join relay_batches b on b.id = r.batch_id
    where b.consumed_block is not null and s.payer = any (${[...arrivals.keys()]}::bytea[])`;
  const ms: number[] = [];
  let nextBlock = 0;
  for (const { payer, block } of charges) {
    const hash = arrivals.get(lowerHex(payer));
    const receipt = await anvil.request<{ blockNumber: string }>("eth_getTransactionReceipt", [
      hash,
    ]);
    const arrived = BigInt(receipt.blockNumber);
    const [from, to] = [minedAt.get(arrived), minedAt.get(block)];
    if (from === undefined || to === undefined) throw new Error(`block ${block} was not timed`);
    ms.push(to - from);
    if (block === arrived + 1n) nextBlock += 1;
  }
  return { ms, nextBlock };
}

await measureFailures(stage);
await measureRecovery(stage);
await stage.stop();
process.exit();

import { setTimeout as sleep } from "node:timers/promises";
import { type Address, lowerHex } from "@/lib/core/hex";
import { percentile } from "./percentile";
import { allow, enrol, fund, type RenewalStage } from "./renewal-stage";
import { type BlockTimes, workUntil } from "./renewal-work";

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
export async function measureFailures(stage: RenewalStage): Promise<void> {
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
export async function measureRecovery(stage: RenewalStage): Promise<void> {
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

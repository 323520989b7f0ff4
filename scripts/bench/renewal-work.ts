import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "@/lib/core/hex";
import { drainRelay } from "@/lib/domain/relay/drain-relay";
import { openRelaySignal } from "@/lib/domain/relay/relay-signal";
import { indexChain } from "@/lib/indexer/index-chain";
import type { RenewalStage } from "./renewal-stage";

/** As on the chain of `npm run demo`. */
const BLOCK_MS = 1_000;
/** A keeper that heard of nothing looks again after this. */
const REST_MS = 250;

/** When each block was there, by its number: `performance.now()`. */
export type BlockTimes = ReadonlyMap<bigint, number>;

/**
 * Lets keepers and indexer work as their jobs do, woken by what is written, and the chain mine, until something is so.
 * @returns when the blocks were mined
 */
export async function workUntil(
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

import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";

/** What is due on some chains, and how it is done. */
interface ChainWork<Item> {
  readonly chainIds: readonly number[];
  /** When no further item is begun. */
  readonly until: Date;
  /** Reads what is due on a chain, in order. */
  find(chainId: number): Promise<readonly Item[]>;
  /** @throws RpcError, RpcUnavailable, ChainDoubt */
  run(item: Item): Promise<unknown>;
  /** Makes an item due later, after trouble with its chain. */
  postpone(item: Item, trouble: Error): Promise<unknown>;
}

/**
 * Does what is due on several chains, side by side, one item after the other on each. A chain that gives no answer is
 * left alone until the next call: it takes up the time of one item, and keeps no other chain back. What was not
 * reached stays due.
 * @returns how many items were decided by an answer; 0 when nothing more can be done now
 */
export async function workByChain<Item>(work: ChainWork<Item>): Promise<number> {
  const outcomes = await Promise.allSettled(
    work.chainIds.map((chainId) => workOnChain(work, chainId)),
  );
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return outcomes.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
}

async function workOnChain<Item>(
  { until, find, run, postpone }: ChainWork<Item>,
  chainId: number,
): Promise<number> {
  let done = 0;
  for (const item of await find(chainId)) {
    if (Date.now() >= until.getTime()) break;
    try {
      await run(item);
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      await postpone(item, error);
      if (error instanceof RpcUnavailable) break;
    }
    done += 1;
  }
  return done;
}

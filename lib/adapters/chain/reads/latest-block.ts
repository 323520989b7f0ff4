import { z } from "zod";
import type { Chain } from "@/lib/adapters/chain/chains";
import { type Rpc, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Bytes32, lowerHex } from "@/lib/core/chain/hex";

/** What the newest block says about time. */
export interface LatestBlock {
  readonly number: bigint;
  readonly hash: Bytes32;
  /** Unix seconds. Authorizations are valid or not by the block's clock. */
  readonly timestamp: bigint;
}

interface CacheEntry {
  readonly until: number;
  readonly block: Promise<LatestBlock>;
}

const MAX_AGE_MS = 1_000;
const cache = new WeakMap<Chain, CacheEntry>();

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
const answer = z.object({
  number: quantity,
  hash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/)
    .transform((text) => lowerHex(text)),
  timestamp: quantity,
});

/**
 * The newest block, at most one block's time old, so that many requests share one call.
 * @param rpc the chain's nodes, where the caller has little time
 * @throws RpcError
 * @throws RpcUnavailable also when the answer is no block
 */
export function latestBlock(chain: Chain, rpc: Rpc = chain.rpc): Promise<LatestBlock> {
  const known = cache.get(chain);
  if (known && performance.now() < known.until) return known.block;
  const block = readLatestBlock({ rpc });
  const maxAge = Math.min(chain.preset.blockSeconds * 1000, MAX_AGE_MS) / 2;
  const cached = { until: performance.now() + maxAge, block };
  cache.set(chain, cached);
  block.catch(() => {
    if (cache.get(chain) === cached) cache.delete(chain);
  });
  return block;
}

/**
 * The newest block as the node has it now.
 * @throws RpcError
 * @throws RpcUnavailable also when the answer is no block
 */
export async function readLatestBlock({ rpc }: Pick<Chain, "rpc">): Promise<LatestBlock> {
  const given = await rpc.request({ method: "eth_getBlockByNumber", params: ["latest", false] });
  const parsed = answer.safeParse(given);
  if (!parsed.success) throw new RpcUnavailable("eth_getBlockByNumber: not a block");
  return parsed.data;
}

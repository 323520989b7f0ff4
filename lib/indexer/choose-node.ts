import type { Chain } from "@/lib/adapters/chain/chains";
import { checkNode } from "@/lib/adapters/chain/nodes/check-node";
import { ChainDoubt, isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { nodesOf, type RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import type { Context } from "@/lib/domain/platform/context";

/** A node that failed or contradicted what is known is asked last for so long. */
const AVOID_MS = 60_000;

const avoidUntil = new WeakMap<RpcNode, number>();

/** A chain as one of its nodes shows it: that one gets every call, though the others are known. */
export interface ChainView {
  readonly chain: Chain;
  readonly node: RpcNode;
}

/**
 * The chain by one node alone, since answers of several nodes do not fit together while one of them
 * lags behind: the first, in the order of the URLs, that answers and is on the chain. Those that made
 * trouble lately come last.
 * @throws RpcError, RpcUnavailable, ChainDoubt no node can be used now
 */
export async function chooseNode({ log }: Pick<Context, "log">, chain: Chain): Promise<ChainView> {
  const nodes = nodesOf(chain.rpc);
  const now = performance.now();
  const isAvoided = (node: RpcNode) => node.leftOut !== null || now < (avoidUntil.get(node) ?? 0);
  let trouble: unknown;
  for (const node of [...nodes.filter((one) => !isAvoided(one)), ...nodes.filter(isAvoided)]) {
    try {
      if (await checkNode(chain, node, log)) {
        const rpc = { nodes, request: node.request.bind(node) };
        return { chain: { ...chain, rpc }, node };
      }
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      avoidNode(node);
      trouble = error;
    }
  }
  throw trouble ?? new ChainDoubt(`No node is on chain ${chain.id}`);
}

/** Lets other nodes be asked first for a while. */
export function avoidNode(node: RpcNode): void {
  avoidUntil.set(node, performance.now() + AVOID_MS);
}

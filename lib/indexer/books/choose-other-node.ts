import type { Chain } from "@/lib/adapters/chain/chains";
import { checkNode } from "@/lib/adapters/chain/nodes/check-node";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { nodesOf, type RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import type { Context } from "@/lib/domain/platform/context";
import type { Position } from "@/lib/indexer/cursor";

/** The node that the books are compared with, or why none can be asked. */
export type NodeChoice =
  | { readonly node: RpcNode; readonly isOther: boolean }
  | { readonly node: null; readonly reason: string };

/**
 * Chooses the node that the books are compared with: not the indexer's first one, unless it is the only one. It has to
 * be on the chain up to the final block.
 */
export async function chooseOtherNode(
  { log }: Pick<Context, "log">,
  chain: Chain,
  final: Position,
): Promise<NodeChoice> {
  const nodes = nodesOf(chain.rpc);
  const isOther = nodes.length > 1;
  let reason = "no node is configured";
  for (const node of isOther ? nodes.slice(1) : nodes) {
    try {
      if (!(await checkNode(chain, node, log))) {
        reason = `node ${node.name} is of another chain`;
        continue;
      }
      const block = await readBlock(node, final.number);
      if (block?.hash === final.hash) return { node, isOther };
      const has = block ? "another block" : "no block";
      reason = `node ${node.name} has ${has} ${final.number}`;
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      reason = `node ${node.name} does not answer`;
    }
  }
  return { node: null, reason };
}

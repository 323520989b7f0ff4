import { readBlock } from "@/lib/adapters/chain/blocks";
import type { RpcNode } from "@/lib/adapters/chain/rpc";
import { readChainId } from "@/lib/adapters/chain/transactions";
import { impossible, type Refusal } from "@/lib/core/errors";
import type { Bytes32 } from "@/lib/core/hex";

/** What the first node has at a height. */
export interface NodeBlock {
  readonly number: bigint;
  readonly hash: Bytes32 | null;
}

/**
 * Compares what other nodes have at some heights with what the first one has.
 * @throws Refusal one of them is of another chain, or has another block
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function compareNodes(
  chainId: number,
  others: readonly RpcNode[],
  blocks: readonly NodeBlock[],
): Promise<void> {
  for (const node of others) {
    const id = await readChainId(node);
    if (id !== chainId) throw disagreement(`Node ${node.name} is on chain ${id}, not ${chainId}.`);
    for (const { number, hash } of blocks) {
      const found = (await readBlock(node, number))?.hash ?? null;
      if (found === hash) continue;
      throw disagreement(
        `The nodes disagree on block ${number}: the first has ${hash ?? "none"}, ${node.name} has ${found ?? "none"}.`,
      );
    }
  }
}

function disagreement(message: string): Refusal {
  return impossible(message, "nodes_disagree");
}

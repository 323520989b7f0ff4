import type { Chain } from "@/lib/adapters/chain/chains";
import { readChainId } from "@/lib/adapters/chain/reads/transactions";

/** The node is on another chain than the one that is configured: nothing may be sent to it. */
export class WrongChain extends Error {
  override readonly name = "WrongChain";
}

/**
 * Checks that the node is on the chain that is meant. Done before every transaction: a load balancer
 * may have another node behind it than at the start.
 * @throws WrongChain, RpcError, RpcUnavailable
 */
export async function assertChain(chain: Chain): Promise<void> {
  const id = await readChainId(chain.rpc);
  if (id !== chain.id) throw new WrongChain(`The node is on chain ${id}, not on ${chain.id}`);
}

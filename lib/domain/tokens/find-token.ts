import { type Chain, type Chains, type Token, tokenAt } from "@/lib/adapters/chain/chains";
import { notFound } from "@/lib/core/errors";
import type { Address } from "@/lib/core/hex";

/**
 * Finds a token that one of the configured deployments settles in: on a chain if it is named, else on the
 * first one that has such a token.
 * @throws Refusal `not_found`
 */
export function findToken(
  chains: Chains,
  { address, chainId }: { address: Address; chainId?: number | undefined },
): { token: Token; chain: Chain } {
  for (const deployment of chains.deployments) {
    if (chainId !== undefined && deployment.chainId !== chainId) continue;
    const token = tokenAt(deployment, address);
    if (token) return { token, chain: deployment.chain };
  }
  throw notFound("token");
}

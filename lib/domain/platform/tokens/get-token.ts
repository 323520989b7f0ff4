import { type Chain, type Chains, type Token, tokenAt } from "@/lib/adapters/chain/chains";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getToken as declaration } from "@/lib/contract/payments/tokens";
import type { Address } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/platform/context";

/**
 * Tells what a payer's wallet needs to know of a token: its EIP-712 domain and what it can do.
 * @throws Refusal `not_found`: Stipend does not settle in it
 */
export async function getToken(
  { chains }: Context<PublicActor>,
  input: { address: Address; chainId?: number | undefined },
): Promise<OutputOf<typeof declaration>> {
  return { object: "token", ...findToken(chains, input).token };
}

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

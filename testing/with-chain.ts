import type { Chain } from "@/lib/adapters/chain/chains";
import type { Context } from "@/lib/domain/platform/context";

/**
 * The same context with its chains changed: other finality, faults between verb and node, or the local
 * chain treated as any other.
 */
export function withChain<C extends Context>(ctx: C, change: (chain: Chain) => Partial<Chain>): C {
  const changed = new Map(ctx.chains.all.map((chain) => [chain, { ...chain, ...change(chain) }]));
  const deployments = ctx.chains.deployments.map((deployment) => ({
    ...deployment,
    chain: changed.get(deployment.chain) ?? deployment.chain,
  }));
  return { ...ctx, chains: { deployments, all: [...changed.values()] } };
}

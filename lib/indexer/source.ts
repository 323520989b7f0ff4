import type { Db } from "@/db/client";
import type { LogFilter } from "@/lib/adapters/chain/blocks";
import type { Chain, Chains, Deployment } from "@/lib/adapters/chain/chains";
import { paymentSettledTopic } from "@/lib/adapters/chain/payment-events";

/** What is read of a chain: the settlements of these deployments, and of no other contract. */
export interface Source {
  readonly chain: Chain;
  readonly deployments: readonly Deployment[];
  readonly filter: LogFilter;
}

/** The configured deployments on a chain. */
export function deploymentsOn(chains: Chains, chain: Chain): Deployment[] {
  return chains.deployments.filter((deployment) => deployment.chain.id === chain.id);
}

export function sourceOf(chain: Chain, deployments: readonly Deployment[]): Source {
  const addresses = deployments.map(({ processor }) => processor);
  return { chain, deployments, filter: { addresses, topics: [paymentSettledTopic] } };
}

/** The ids of the deployments that are read along with the cursor, sorted. */
export async function joinedIds(db: Db, chainId: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from deployments where chain_id = ${chainId} and joined_at is not null order by id`;
  return rows.map(({ id }) => id);
}

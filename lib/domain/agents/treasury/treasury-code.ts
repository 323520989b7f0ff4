import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";

/** What merchants' treasuries of a deployment are clones of; undefined where it has none. */
export function treasuryCodeOf({ contracts }: Pick<Deployment, "contracts">): Address | undefined {
  return Object.entries(contracts).find(([kind]) => kind === "agentTreasury")?.[1]?.address;
}

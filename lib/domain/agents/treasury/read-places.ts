import type { Db } from "@/db/client";
import type { agentTreasuries } from "@/db/schema/agent-treasuries";
import { type Deployment, deploymentsOf } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

export type TreasuryRow = typeof agentTreasuries.$inferSelect;

interface Registration {
  readonly deploymentId: string;
  /** The merchant's number in the registry. */
  readonly chainMerchantId: bigint;
  readonly owner: Address;
  readonly payout: Address;
}

/** A deployment with treasuries in whose registry the merchant is. */
export interface Place extends Registration {
  readonly deployment: Deployment;
  /** As the chain was read last; null: the merchant has none there. */
  readonly treasury: TreasuryRow | null;
}

/** Where a merchant has a treasury or can have one, in the order in which the mode's deployments are used. */
export async function readPlaces(
  { chains }: Pick<Context, "chains">,
  db: Db,
  owner: Owner,
): Promise<Place[]> {
  const registrations = await db<Registration[]>`
    select deployment_id, chain_merchant_id, owner, payout from merchant_registrations
    where ${ownedBy(db, owner)} and status <> 'none'`;
  const treasuries = await db<TreasuryRow[]>`
    select * from agent_treasuries where ${ownedBy(db, owner)}`;
  return deploymentsOf(chains, owner.mode).flatMap((deployment) => {
    const isHere = ({ deploymentId }: { deploymentId: string }) => deploymentId === deployment.id;
    const registration = registrations.find(isHere);
    if (!registration || !deployment.contracts.agentTreasury) return [];
    return [{ ...registration, deployment, treasury: treasuries.find(isHere) ?? null }];
  });
}

/** The place whose treasury pays for new jobs; without a treasury the one where it is to be created. */
export const mainPlace = (places: readonly Place[]): Place | undefined =>
  places.find(({ treasury }) => treasury !== null) ?? places[0];

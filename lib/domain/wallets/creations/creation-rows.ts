import type { Db } from "@/db/client";
import type { walletCreations } from "@/db/schema/wallet-creations";
import { stateList } from "@/db/state-list";
import type { WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import type { Address } from "@/lib/core/chain/hex";
import { openCreationStates } from "@/lib/core/creation-states";

export type CreationRow = typeof walletCreations.$inferSelect;

/** How the wallet comes to be. */
export function creationOf({ factory, callData }: CreationRow): WalletCreation {
  return { factory, data: callData };
}

/** The creations of payers' wallets that are not final, by payer. */
export async function findOpenCreations(
  db: Db,
  chainId: number,
  payers: readonly Address[],
): Promise<ReadonlyMap<Address, CreationRow>> {
  if (payers.length === 0) return new Map();
  const rows = await db<CreationRow[]>`
    select * from wallet_creations
    where chain_id = ${chainId} and payer = any (${[...new Set(payers)]}::bytea[])
      and state in (${stateList(db, openCreationStates)})`;
  return new Map(rows.map((row) => [row.payer, row]));
}

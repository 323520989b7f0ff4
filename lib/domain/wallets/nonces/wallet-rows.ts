import type { Db } from "@/db/client";
import type { relayWallets } from "@/db/schema/relay-wallets";
import type { Address } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";

export type WalletRow = typeof relayWallets.$inferSelect;

/** A relay wallet on a chain, as an operator names it. */
export interface WalletName {
  readonly chainId: number;
  readonly wallet: Address;
}

/**
 * The stored relay wallet.
 * @throws Refusal `not_found`: it has never relayed on that chain
 */
export async function readWallet(db: Db, { chainId, wallet }: WalletName): Promise<WalletRow> {
  const [row] = await db<WalletRow[]>`
    select * from relay_wallets where chain_id = ${chainId} and address = ${wallet}`;
  if (!row) throw notFound("relay wallet");
  return row;
}

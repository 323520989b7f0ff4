import type { Db } from "@/db/client";
import type { blockedReasons } from "@/db/schema/relay-wallets";
import type { WalletLease } from "./wallet-lease";

/** Why a wallet signs nothing for the moment. */
export type BlockedReason = (typeof blockedReasons)[number];

/** Whether it can sign again is looked at after this. */
const AGAIN_SECONDS = 5;

/**
 * Notes that a wallet cannot sign: until it is looked at again the other wallets take what waits, and its
 * own slots are watched as ever. The reason stays until it has signed.
 */
export async function blockWallet(
  db: Db,
  { chainId, wallet, fence }: WalletLease,
  reason: BlockedReason,
): Promise<void> {
  await db`
    update relay_wallets set blocked_reason = ${reason},
      blocked_until = now() + ${AGAIN_SECONDS} * interval '1 second'
    where chain_id = ${chainId} and address = ${wallet} and fence = ${fence}`;
}

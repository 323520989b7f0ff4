import type { Db } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { transactionCount } from "@/lib/adapters/chain/reads/transactions";
import type { Address } from "@/lib/core/chain/hex";
import { assertChain } from "./assert-chain";

/** The right to work for a wallet. What is stored stays right without it: it only saves double work. */
export interface WalletLease {
  readonly chainId: number;
  readonly wallet: Address;
  readonly owner: string;
  /** Rises with each taking, so that one who was overtaken can be told. */
  readonly fence: bigint;
}

const LEASE_SECONDS = 8;

/**
 * Notes a wallet that was not seen before. Its counter starts where the chain is; from then on only the counter counts,
 * regardless of the nodes' answers.
 * @throws WrongChain, RpcError, RpcUnavailable
 */
export async function openWallet(db: Db, chain: Chain, wallet: Address): Promise<void> {
  const known = await db`
    select from relay_wallets where chain_id = ${chain.id} and address = ${wallet}`;
  if (known.length > 0) return;
  await assertChain(chain);
  const nextNonce = await transactionCount(chain.rpc, wallet, "latest");
  await db`
    insert into relay_wallets (chain_id, address, next_nonce)
    values (${chain.id}, ${wallet}, ${nextNonce}) on conflict do nothing`;
}

/** Takes a wallet's lease, or keeps it. Null while someone else has it. */
export async function takeLease(
  db: Db,
  { chainId, wallet, owner }: Omit<WalletLease, "fence">,
): Promise<WalletLease | null> {
  const [row] = await db<{ fence: bigint }[]>`
    update relay_wallets set
      fence = fence + case when lease_owner is not distinct from ${owner} then 0 else 1 end,
      lease_owner = ${owner}, lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where chain_id = ${chainId} and address = ${wallet}
      and (lease_until is null or lease_until <= now() or lease_owner = ${owner})
    returning fence`;
  return row ? { chainId, wallet, owner, fence: row.fence } : null;
}

/** Gives a lease back, if it is still held. */
export async function releaseLease(db: Db, lease: WalletLease): Promise<void> {
  await db`
    update relay_wallets set lease_owner = null, lease_until = null
    where chain_id = ${lease.chainId} and address = ${lease.wallet}
      and lease_owner = ${lease.owner} and fence = ${lease.fence}`;
}

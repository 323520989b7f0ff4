import type { AllOrNull } from "@/db/all-or-null";
import type { Db } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { transactionCount } from "@/lib/adapters/chain/reads/transactions";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Finality } from "@/lib/domain/wallets/finality";
import type { WalletLease } from "./wallet-lease";

type Wallet = Pick<WalletLease, "chainId" | "wallet">;

type Sighting = AllOrNull<{
  seenCount: bigint;
  seenBlock: bigint;
  seenHash: Bytes32;
}>;

/**
 * How many of a wallet's nonces are used for good, at the least. The node is asked for its count at the
 * final block. One without old states does not know it: its count at a newer block is noted with that
 * block, and counts once the block is final and still part of the chain.
 * @returns null when nothing can be said yet
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function finalCount(
  db: Db,
  chain: Chain,
  wallet: Wallet,
  finality: Finality,
): Promise<bigint | null> {
  try {
    return await transactionCount(chain.rpc, wallet.wallet, finality.number);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return countOfSighting(db, chain, wallet, finality);
  }
}

async function countOfSighting(
  db: Db,
  chain: Chain,
  wallet: Wallet,
  finality: Finality,
): Promise<bigint | null> {
  const [seen] = await db<Sighting[]>`
    select seen_count, seen_block, seen_hash from relay_wallets
    where chain_id = ${wallet.chainId} and address = ${wallet.wallet}`;
  if (!seen) return null;
  const { seenCount, seenBlock, seenHash } = seen;
  if (seenCount !== null && seenBlock > finality.number) return null;
  const stands = seenCount !== null && (await readBlock(chain.rpc, seenBlock))?.hash === seenHash;
  await noteSighting(db, chain, wallet);
  return stands ? seenCount : null;
}

/** Block and count must be of one state: the block is read before and after the count. */
async function noteSighting(db: Db, chain: Chain, { chainId, wallet }: Wallet): Promise<void> {
  const { number, hash } = await readLatestBlock(chain);
  const count = await transactionCount(chain.rpc, wallet, number);
  if ((await readBlock(chain.rpc, number))?.hash !== hash) return;
  await db`
    update relay_wallets set seen_count = ${count}, seen_block = ${number}, seen_hash = ${hash}
    where chain_id = ${chainId} and address = ${wallet}`;
}

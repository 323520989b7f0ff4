import type { Chain } from "@/lib/adapters/chain/chains";
import { transactionCount } from "@/lib/adapters/chain/reads/transactions";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import { finalCount } from "./final-count";
import type { WalletLease } from "./wallet-lease";

/**
 * Raises the counter of a wallet that is behind the chain to the count at the final block, where the
 * nonces below are used for good. Not to the newest count: should those transactions be orphaned, their
 * nonces would be a gap before everything that was signed after them. Until then the wallet signs
 * nothing, and payments go through the others.
 * @returns the counter when it was raised
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function catchUp(
  { db, log }: Pick<Context, "db" | "log">,
  chain: Chain,
  lease: WalletLease,
  finality: Finality,
): Promise<bigint | null> {
  const { chainId, wallet, fence } = lease;
  const [final, latest] = await Promise.all([
    finalCount(db, chain, lease, finality),
    transactionCount(chain.rpc, wallet, "latest"),
  ]);
  if (final === null) return null;
  const [raised] = await db<{ was: bigint }[]>`
    update relay_wallets w set next_nonce = ${final},
      blocked_until = case when ${final >= latest} then null else w.blocked_until end
    from (
      select next_nonce from relay_wallets
      where chain_id = ${chainId} and address = ${wallet} for no key update
    ) before
    where w.chain_id = ${chainId} and w.address = ${wallet} and w.fence = ${fence}
      and w.next_nonce < ${final}
    returning before.next_nonce as was`;
  if (!raised) return null;
  const fields = { chainId, wallet, from: String(raised.was), to: String(final) };
  log.warn(fields, "a relay wallet's counter was raised to the chain's final count");
  return final;
}

import type { Chain } from "@/lib/adapters/chain/chains";
import { gasBalance, transactionCount } from "@/lib/adapters/chain/reads/transactions";
import { digits } from "@/lib/core/amounts/money";
import type { Context } from "@/lib/domain/platform/context";
import { isInFlight } from "@/lib/domain/wallets/is-in-flight";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";
import { warnOnce } from "@/lib/domain/wallets/warn-once";
import type { BlockedReason } from "./block-wallet";
import type { WalletLease } from "./wallet-lease";

/**
 * Whether a wallet may reserve one more nonce. It must be able to pay for it besides those that it has in
 * flight, since a nonce that cannot be paid for blocks all that come after it. And the chain must not
 * have used that nonce: after a restored backup, or with the key in use elsewhere, payments would be
 * signed into nonces that are gone.
 * @param cost wei, at the most
 * @returns what keeps it from signing; null when nothing does
 * @throws RpcError, RpcUnavailable
 */
export async function assessWallet(
  { db, log }: Pick<Context, "db" | "log">,
  chain: Chain,
  { wallet, chainId }: WalletLease,
  cost: bigint,
): Promise<BlockedReason | null> {
  const [balance, mined] = await Promise.all([
    gasBalance(chain.rpc, wallet),
    transactionCount(chain.rpc, wallet, "latest"),
  ]);
  const [row] = await db<{ nextNonce: bigint; committed: bigint }[]>`
    update relay_wallets w set balance = ${digits(balance)}, balance_at = now()
    where w.chain_id = ${chainId} and w.address = ${wallet}
    returning w.next_nonce, (
      select coalesce(sum(b.gas_limit * (
        select max(a.max_fee_per_gas) from relay_attempts a where a.batch_id = b.id
      )), 0)
      from relay_batches b
      where b.chain_id = ${chainId} and b.wallet = ${wallet} and ${isSlotOpen(db)}
        and ${isInFlight(db)}
    ) as committed`;
  if (!row) return null;
  if (mined > row.nextNonce) {
    const fields = { chainId, wallet, counter: String(row.nextNonce), mined: String(mined) };
    const message =
      "a relay wallet's counter is behind the chain: it was restored, or the key is in use elsewhere";
    warnOnce(log, `nonce:${chainId}:${wallet}`, fields, message);
    return "nonce_behind";
  }
  if (balance >= row.committed + cost) return null;
  const fields = { chainId, wallet, balance: digits(balance) };
  warnOnce(log, `gas:${chainId}:${wallet}`, fields, "a relay wallet is out of gas money");
  return "no_gas";
}

import type { Chain } from "@/lib/adapters/chain/chains";
import { gasBalance } from "@/lib/adapters/chain/transactions";
import { digits } from "@/lib/core/money";
import type { Context } from "@/lib/domain/context";
import type { WalletLease } from "./wallet-lease";
import { warnOnce } from "./warn-once";

/**
 * Whether a wallet can pay for one more transaction besides those that it has in flight. A nonce that
 * cannot be paid for must not be reserved: it would block all that come after it.
 * @param cost wei, at the most
 * @throws RpcError, RpcUnavailable
 */
export async function canPay(
  { db, log }: Pick<Context, "db" | "log">,
  chain: Chain,
  { wallet, chainId }: WalletLease,
  cost: bigint,
): Promise<boolean> {
  const balance = await gasBalance(chain.rpc, wallet);
  const [row] = await db<{ committed: bigint }[]>`
    with noted as (
      update relay_wallets set balance = ${digits(balance)}, balance_at = now()
      where chain_id = ${chainId} and address = ${wallet}
    )
    select coalesce(sum(b.gas_limit * (
      select max(a.max_fee_per_gas) from relay_attempts a where a.batch_id = b.id
    )), 0) as committed
    from relay_batches b
    where b.chain_id = ${chainId} and b.wallet = ${wallet} and b.state in ('signed', 'in_flight')`;
  if (balance >= (row?.committed ?? 0n) + cost) return true;
  const fields = { chainId, wallet, balance: digits(balance) };
  warnOnce(log, `gas:${chainId}:${wallet}`, fields, "a relay wallet is out of gas money");
  return false;
}

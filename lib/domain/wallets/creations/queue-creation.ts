import type { TransactionSql } from "@/db/client";
import type { WalletCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import { newId } from "@/lib/core/ids";
import type { Context } from "@/lib/domain/platform/context";
import type { GasSpender } from "@/lib/domain/wallets/gas-budget";
import { spendCreationBudget } from "./creation-budget";

/**
 * Stores how a payer's wallet is to be created, in the transaction that takes what the payer signed. While the creation
 * of the wallet is open, further payments of its payer wait for that one, and cost no budget.
 * @throws Refusal `rate_limited`: the day's budget is used up. The transaction must roll back
 */
export async function queueCreation(
  tx: TransactionSql,
  config: Context["config"],
  {
    chainId,
    creation,
    spender,
  }: {
    readonly chainId: number;
    readonly creation: WalletCreation;
    readonly spender: GasSpender;
  },
): Promise<void> {
  const { factory, data } = creation;
  const { count } = await tx`
    insert into wallet_creations (id, chain_id, payer, factory, call_data)
    values (${newId("walletCreation")}, ${chainId}, ${spender.payer}, ${factory}, ${data})
    on conflict do nothing`;
  if (count === 1) await spendCreationBudget(tx, config, spender);
}

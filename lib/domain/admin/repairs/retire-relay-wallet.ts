import type {
  retireRelayWallet as declaration,
  listRelayWallets as declarationOfList,
} from "@/lib/contract/admin/repairs";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { retireAudited } from "@/lib/domain/wallets/nonces/retire-audited";
import { planRetirement, type RetirementPlan } from "@/lib/domain/wallets/nonces/retire-wallet";
import type { WalletName } from "@/lib/domain/wallets/nonces/wallet-rows";

type Wallets = OutputOf<typeof declarationOfList>;

const viewWallet = ({ wallet: address, ...plan }: RetirementPlan): Wallets["wallets"][number] => ({
  address,
  ...plan,
});

/** Lists the wallets that have relayed, with what depends on each. */
export async function listRelayWallets(ctx: Context<AdminActor>): Promise<Wallets> {
  const names = await ctx.db<WalletName[]>`
    select chain_id, address as wallet from relay_wallets order by chain_id, address`;
  const plans = await Promise.all(names.map((name) => planRetirement(ctx, name)));
  return { object: "admin_relay_wallets", wallets: plans.map(viewWallet) };
}

/**
 * Takes a wallet out of service, by the rules of the operator's command.
 * @throws Refusal `not_found`
 */
export async function retireRelayWallet(
  ctx: Context<AdminActor>,
  { chainId, address: wallet, reason, dryRun }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const plan = await planRetirement(ctx, { chainId, wallet });
  const applied = !dryRun && plan.retiredAt === null;
  const after = applied ? await retireAudited(ctx, plan, reason ?? null) : plan;
  return { object: "admin_wallet_retirement", applied, wallet: viewWallet(after) };
}

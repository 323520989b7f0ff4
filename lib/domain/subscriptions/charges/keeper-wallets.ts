import { readIsKeeper } from "@/lib/adapters/chain/calls/subscription-calls";
import type { Address } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";

/**
 * Asks a deployment's registry whether a wallet may charge, and keeps the answer: others see it, and a wallet that may
 * not does not look for work again at once.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function lookUpKeeper(
  { db, chains }: Pick<Context, "db" | "chains">,
  deploymentId: string,
  wallet: Address,
): Promise<boolean> {
  const deployment = chains.deployments.find(({ id }) => id === deploymentId);
  // A deployment that is no longer configured allows no wallet.
  const allowed =
    deployment?.contracts.subscriptions !== undefined &&
    (await readIsKeeper(deployment.chain.rpc, deployment, wallet));
  await db`
    insert into keeper_wallets (deployment_id, wallet, allowed)
    values (${deploymentId}, ${wallet}, ${allowed})
    on conflict (deployment_id, wallet) do update set allowed = excluded.allowed, looked_at = now()`;
  return allowed;
}

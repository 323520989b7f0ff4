import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { listKeepers } from "@/lib/domain/wallets/operator-calls/list-keepers";
import { listOperatorCalls } from "@/lib/domain/wallets/operator-calls/list-operator-calls";
import { requestOperatorCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";

type Reading = Pick<Context, "db" | "config">;

/**
 * The relay's wallets that a deployment's contract for subscriptions does not let charge.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function missingKeepers(ctx: Reading, deployment: Deployment): Promise<Address[]> {
  if (!deployment.contracts.subscriptions) return [];
  const keepers = await listKeepers(ctx, deployment);
  return keepers.filter((one) => one.isRelayer && !one.isAllowed).map(({ account }) => account);
}

/**
 * Asks the operator to make the relay's wallets keepers where they are not, as calls; a wallet that is called for already
 * is left alone.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function wantKeepers(
  ctx: Context<OperatorActor>,
  deployments: readonly Deployment[],
): Promise<void> {
  const open = await listOperatorCalls(ctx.db, { open: true });
  for (const deployment of deployments) {
    for (const keeper of await missingKeepers(ctx, deployment)) {
      const isCalledFor = open.some(
        (call) => call.deploymentId === deployment.id && call.keeper === keeper,
      );
      if (isCalledFor) continue;
      await requestOperatorCall(ctx, { kind: "set_keeper", deployment, keeper, isAllowed: true });
    }
  }
}

import type { Deployment } from "@/lib/adapters/chain/chains";
import type { listContracts as declaration } from "@/lib/contract/admin/contracts";
import type { OutputOf } from "@/lib/contract/endpoint";
import { withTimeout } from "@/lib/core/async/with-timeout";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { readRoles } from "@/lib/domain/platform/treasury/read-roles";
import { listKeepers, namedKeepers } from "@/lib/domain/wallets/operator-calls/list-keepers";

type Contracts = OutputOf<typeof declaration>["contracts"][number];

/** How long a node may take; what it did not answer is null. */
const NODE_MS = 2_000;

/** Lists who has the roles of each deployment, by events that were read, and who may charge subscriptions. */
export async function listContracts(
  ctx: Context<AdminActor>,
): Promise<OutputOf<typeof declaration>> {
  const roles = await readRoles(ctx.db);
  const { deployments } = ctx.chains;
  const keepers = await Promise.all(deployments.map((deployment) => keepersOf(ctx, deployment)));
  const contracts = deployments.map((deployment, place): Contracts => {
    const { id, mode, chainId, tokens } = deployment;
    const found = roles.find(({ deploymentId }) => deploymentId === id);
    return {
      ...{ deploymentId: id, mode, chainId, keepers: keepers[place] ?? [] },
      currencies: Object.values(tokens).map(({ currency }) => currency),
      treasury: found?.treasury ?? null,
      offeredTreasury: found?.offeredTreasury ?? null,
      announcedTreasury: found?.announcedTreasury ?? null,
      operator: found?.operator ?? null,
      offeredOperator: found?.offeredOperator ?? null,
    };
  });
  return { object: "admin_contracts", contracts };
}

async function keepersOf(
  ctx: Context<AdminActor>,
  deployment: Deployment,
): Promise<Contracts["keepers"]> {
  if (!deployment.contracts.subscriptions) return [];
  const known = await withTimeout(NODE_MS, listKeepers(ctx, deployment)).catch(() => null);
  if (known) {
    return known.map(({ account, isAllowed, isRelayer }) => ({
      ...{ account, allowed: isAllowed, relayer: isRelayer },
    }));
  }
  const accounts = await namedKeepers(ctx, deployment);
  return accounts.map(({ account, isRelayer }) => ({ account, allowed: null, relayer: isRelayer }));
}

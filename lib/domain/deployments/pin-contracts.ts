import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { deploymentContracts, deployments } from "@/db/schema/chain";
import type { UnpinnedDeployment } from "@/lib/adapters/chain/load-chains";
import { type ContractKind, contractKinds } from "@/lib/core/contract-kinds";
import type { Address } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import { DeploymentMismatch } from "./compare-with-chain";

/** What was pinned of a contract. */
export type PinnedContract = Pick<
  typeof deploymentContracts.$inferSelect,
  "kind" | "version" | "address" | "codeHash"
>;

/** The contracts of a deployment that are pinned. */
export function findContracts(db: Db, deploymentId: string): Promise<PinnedContract[]> {
  return db<PinnedContract[]>`
    select kind, version, address, code_hash from deployment_contracts
    where deployment_id = ${deploymentId}`;
}

/**
 * Pins a deployment and those of its contracts that are not pinned yet. Processes that start together pin
 * one after the other.
 * @returns the deployment's id
 * @throws DeploymentMismatch a contract is another deployment's
 */
export async function pinContracts(
  db: Db,
  deployment: UnpinnedDeployment,
  tokens: (typeof deployments.$inferSelect)["tokens"],
): Promise<string> {
  return transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('pin-deployments', 0))`;
    const addresses = Object.values(deployment.contracts).map(({ address }) => address);
    const rows = await tx<{ deploymentId: string; kind: ContractKind; address: Address }[]>`
      select deployment_id, kind, address from deployment_contracts
      where chain_id = ${deployment.chainId} and address = any (${addresses})`;
    const registry = deployment.contracts.registry.address;
    const known = rows.find(({ address }) => address === registry)?.deploymentId;
    const foreign = rows.find(({ deploymentId }) => deploymentId !== known);
    if (foreign) {
      throw new DeploymentMismatch(
        `The ${foreign.kind} at ${foreign.address} belongs to another deployment`,
      );
    }
    const id = known ?? (await insertDeployment(tx, deployment, tokens));
    await insertContracts(tx, id, deployment);
    return id;
  });
}

async function insertDeployment(
  tx: TransactionSql,
  { mode, chainId, usdc, eurc, genesisHash }: UnpinnedDeployment,
  tokens: (typeof deployments.$inferSelect)["tokens"],
): Promise<string> {
  const id = newId("deployment");
  await tx`
    insert into deployments ${tx({ id, mode, chainId, usdc, eurc, genesisHash, tokens: tx.json(tokens) })}`;
  return id;
}

async function insertContracts(
  tx: TransactionSql,
  deploymentId: string,
  { chainId, contracts }: UnpinnedDeployment,
): Promise<void> {
  for (const kind of contractKinds) {
    const contract = contracts[kind];
    if (!contract) continue;
    await tx`
      insert into deployment_contracts ${tx({ deploymentId, kind, chainId, ...contract })}
      on conflict (deployment_id, kind) do nothing`;
  }
}

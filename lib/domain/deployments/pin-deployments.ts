import type { Db } from "@/db/client";
import type { deployments } from "@/db/schema/chain";
import type { Chains, Deployment } from "@/lib/adapters/chain/chains";
import { chainsOf, type UnpinnedDeployment } from "@/lib/adapters/chain/load-chains";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc";
import type { Logger } from "@/lib/adapters/logger/logger";
import { type ContractKind, contractKinds } from "@/lib/core/contract-kinds";
import { compareWithChain, DeploymentMismatch } from "./compare-with-chain";
import { findContracts, type PinnedContract, pinContracts } from "./pin-contracts";

type Row = typeof deployments.$inferSelect;

/**
 * Compares each configured deployment with its chain and with what was pinned when it was first
 * seen, and pins what is new: a deployment, or a contract that a deployment has got since. A chain that
 * does not answer is taken at its pinned word; it is compared at the next start.
 * @throws DeploymentMismatch chain id, genesis, code, a token's domain or decimals are not as expected
 * @throws RpcUnavailable a chain does not answer of which something was never seen
 */
export async function pinDeployments(
  db: Db,
  configured: readonly UnpinnedDeployment[],
  log: Logger,
): Promise<Chains> {
  const pinned: Deployment[] = [];
  for (const deployment of configured) pinned.push(await pinDeployment(db, deployment, log));
  return chainsOf(pinned);
}

async function pinDeployment(
  db: Db,
  deployment: UnpinnedDeployment,
  log: Logger,
): Promise<Deployment> {
  const row = await findRow(db, deployment);
  const contracts = row ? await findContracts(db, row.id) : [];
  if (row) checkRow(deployment, row, contracts);
  const isNew = (kind: ContractKind) => !contracts.some((pinned) => pinned.kind === kind);
  const known = contractKinds.some((kind) => deployment.contracts[kind] && isNew(kind))
    ? undefined
    : row;
  try {
    const tokens = await compareWithChain(deployment, log);
    const id = known?.id ?? (await pinContracts(db, deployment, tokens));
    return { ...deployment, id, tokens };
  } catch (error) {
    if (!known || !(error instanceof RpcUnavailable)) throw error;
    log.warn({ chainId: deployment.chainId }, "the chain does not answer; using what was pinned");
    return { ...deployment, id: known.id, tokens: known.tokens };
  }
}

/** A deployment is known by its registry, which none does without. */
async function findRow(db: Db, { chainId, contracts }: UnpinnedDeployment) {
  const [row] = await db<Row[]>`
    select d.* from deployments d
    join deployment_contracts c on c.deployment_id = d.id and c.kind = 'registry'
    where c.chain_id = ${chainId} and c.address = ${contracts.registry.address}`;
  return row;
}

function checkRow(
  { mode, usdc, eurc, genesisHash, contracts }: UnpinnedDeployment,
  row: Row,
  pinned: readonly PinnedContract[],
): void {
  const isSame =
    row.mode === mode &&
    row.usdc === usdc &&
    row.eurc === eurc &&
    row.genesisHash === genesisHash &&
    pinned.every(({ kind, address, codeHash, version }) => {
      const given = contracts[kind];
      if (!given) return true;
      return given.address === address && given.codeHash === codeHash && given.version === version;
    });
  if (isSame) return;
  throw new DeploymentMismatch(
    `The deployment of ${contracts.registry.address} is not the one that this database was used with`,
  );
}

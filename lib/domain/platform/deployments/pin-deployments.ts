import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { deploymentContracts, deployments } from "@/db/schema/chain";
import { type Chain, type Chains, chainFrom, type Deployment } from "@/lib/adapters/chain/chains";
import { chainsOf, type UnpinnedDeployment } from "@/lib/adapters/chain/load-chains";
import { presetById } from "@/lib/adapters/chain/presets";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Logger } from "@/lib/adapters/logger/logger";
import { type ContractKind, contractKinds } from "@/lib/core/chain/contract-kinds";
import { type Address, zeroAddress } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { compareWithChain, DeploymentMismatch } from "./compare-with-chain";

/** What was pinned of a contract. */
type PinnedContract = Pick<
  typeof deploymentContracts.$inferSelect,
  "kind" | "version" | "address" | "codeHash"
>;

type Row = typeof deployments.$inferSelect;
type Tokens = Row["tokens"];

/** Gives a deployment of which something is not pinned its id. */
type Pin = (db: Db, deployment: UnpinnedDeployment, tokens: Tokens) => Promise<string>;

interface Comparison {
  readonly db: Db;
  readonly log: Logger;
  readonly pin: Pin;
}

/**
 * Compares each configured deployment with its chain and with what was pinned when it was first
 * seen, and pins what is new: a deployment, or a contract that a deployment has got since. A chain that
 * does not answer is taken at its pinned word, without what a deployment has got since; it is compared at
 * the next start. What is pinned and not configured any more is retired.
 * @throws DeploymentMismatch chain id, genesis, code, a token's domain or decimals are not as expected
 * @throws RpcUnavailable a chain does not answer on which a deployment was never seen
 */
export function pinDeployments(
  db: Db,
  configured: readonly UnpinnedDeployment[],
  log: Logger,
): Promise<Chains> {
  return compareAll({ db, log, pin: pinContracts }, configured);
}

/**
 * Compares as `pinDeployments` does, for what is to change nothing: writes no row. A deployment that is new has an id
 * that no row has.
 * @throws DeploymentMismatch, RpcUnavailable: as `pinDeployments`
 */
export function previewDeployments(
  db: Db,
  configured: readonly UnpinnedDeployment[],
  log: Logger,
): Promise<Chains> {
  return compareAll({ db, log, pin: previewId }, configured);
}

async function compareAll(
  comparison: Comparison,
  configured: readonly UnpinnedDeployment[],
): Promise<Chains> {
  const { db, log } = comparison;
  const pinned: Deployment[] = [];
  for (const deployment of configured) pinned.push(await compareOne(comparison, deployment));
  const chains = chainsOf(pinned);
  const retired = await findRetired(db, chains);
  for (const { id, chainId, mode } of retired) {
    log.warn({ deploymentId: id, chainId, mode }, "a deployment is not configured any more");
  }
  return { ...chains, retired };
}

/** Those that are pinned and not configured: as they were pinned, on a chain that answers nothing. */
async function findRetired(db: Db, { all, deployments }: Chains): Promise<Deployment[]> {
  const rows = await db<(Row & { contracts: Deployment["contracts"] })[]>`
    select d.*, (
      select json_object_agg(c.kind, json_build_object('version', c.version,
        'address', '0x' || encode(c.address, 'hex'), 'codeHash', '0x' || encode(c.code_hash, 'hex'),
        'startBlock', c.start_block))
      from deployment_contracts c where c.deployment_id = d.id
    ) as contracts
    from deployments d where d.id <> all (${deployments.map(({ id }) => id)}::text[])
    order by d.created_at`;
  return rows.map(({ createdAt: _, ...row }) => ({
    ...row,
    treasury: zeroAddress,
    chain: silent(
      row,
      all.find(({ id }) => id === row.chainId),
    ),
  }));
}

/** A chain that cannot be asked: what a retired deployment's rows wait for is not to happen on the one that others use. */
function silent(
  { chainId, genesisHash }: Pick<Row, "chainId" | "genesisHash">,
  used: Chain | undefined,
): Chain {
  const request = () =>
    Promise.reject(new RpcUnavailable(`The deployment on chain ${chainId} is not configured`));
  const chain = used ?? chainFrom(presetById(chainId), { rpc: { request }, genesisHash });
  return { ...chain, rpc: { request } };
}

async function compareOne(
  { db, log, pin }: Comparison,
  deployment: UnpinnedDeployment,
): Promise<Deployment> {
  const row = await findRow(db, deployment);
  const pinned = row ? await findContracts(db, row.id) : [];
  if (row) checkRow(deployment, row, pinned);
  const isNew = (kind: ContractKind) =>
    deployment.contracts[kind] !== undefined && !pinned.some((one) => one.kind === kind);
  const added = contractKinds.filter(isNew);
  try {
    const tokens = await compareWithChain(deployment, log);
    const isKnown = row && added.length === 0;
    const id = isKnown ? row.id : await pin(db, deployment, tokens);
    return { ...deployment, id, tokens };
  } catch (error) {
    if (!row || !(error instanceof RpcUnavailable)) throw error;
    const { chainId } = deployment;
    log.warn({ chainId, without: added }, "the chain does not answer; using what was pinned");
    const contracts = { ...deployment.contracts };
    for (const kind of added) if (kind !== "registry") delete contracts[kind];
    return { ...deployment, contracts, id: row.id, tokens: row.tokens };
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

/** The contracts of a deployment that are pinned. */
function findContracts(db: Db, deploymentId: string): Promise<PinnedContract[]> {
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
async function pinContracts(
  db: Db,
  deployment: UnpinnedDeployment,
  tokens: Tokens,
): Promise<string> {
  return transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('pin-deployments', 0))`;
    const known = await findKnown(tx, deployment);
    const id = known ?? (await insertDeployment(tx, deployment, tokens));
    await insertContracts(tx, id, deployment);
    return id;
  });
}

const previewId: Pin = async (db, deployment) =>
  (await findKnown(db, deployment)) ?? newId("deployment");

/**
 * The id of the deployment whose registry is pinned.
 * @throws DeploymentMismatch a contract is another deployment's
 */
async function findKnown(
  db: Db,
  { chainId, contracts }: UnpinnedDeployment,
): Promise<string | undefined> {
  const addresses = Object.values(contracts).map(({ address }) => address);
  const rows = await db<{ deploymentId: string; kind: ContractKind; address: Address }[]>`
    select deployment_id, kind, address from deployment_contracts
    where chain_id = ${chainId} and address = any (${addresses})`;
  const registry = contracts.registry.address;
  const known = rows.find(
    ({ address, kind }) => address === registry && kind === "registry",
  )?.deploymentId;
  // The core serves many registries; a registry is one deployment's alone.
  const foreign = rows.find(
    ({ deploymentId, kind, address }) =>
      deploymentId !== known && (kind === "registry" || address === registry),
  );
  if (foreign) {
    throw new DeploymentMismatch(
      `The ${foreign.kind} at ${foreign.address} belongs to another deployment`,
    );
  }
  return known;
}

async function insertDeployment(
  tx: TransactionSql,
  { mode, chainId, usdc, eurc, genesisHash }: UnpinnedDeployment,
  tokens: Tokens,
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

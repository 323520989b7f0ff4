import {
  type Address,
  concat,
  domainSeparator,
  getAddress,
  getContract,
  type Hex,
  isAddressEqual,
  keccak256,
  zeroHash,
} from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import type { DeployedContract, DeploymentFile } from "@/lib/adapters/chain/deployment";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import {
  type CoreKind,
  coreAddress,
  coreKinds,
  creationOf,
  deployableKinds,
  deploymentProxy,
} from "./creations";
import { connectDeployer, type Deployer, type DeployerOptions } from "./deployer";

/** One set of contracts on one chain for one mode, as the app reads it; addresses in EIP-55. */
export type Deployment = DeploymentFile;

export interface DeployContractsInput extends DeployerOptions {
  mode: Deployment["mode"];
  usdc: Address;
  /** Null where the chain has no EURC. */
  eurc: Address | null;
  /** Account that will admit merchants. */
  operator: Address;
  /** Account that fees are swept to. */
  treasury: Address;
  /** Account that may announce another treasury or operator; neither the operator nor the treasury. */
  admin: Address;
  /** Of the core: zero for the canonical one where nothing is said. */
  coreSalt?: Hex;
  /** Beside the registry; all that there are where nothing is said. */
  kinds?: readonly ContractKind[];
}

const EXPECTED_DECIMALS = 6;

/**
 * Makes sure that an address is a token which payments can be signed for: it has code and six decimals, and the
 * EIP-712 domain rebuilt from its name and version is the one it uses.
 * @throws Error naming what differs
 */
async function checkToken(client: Deployer["client"], address: Address): Promise<void> {
  const code = await client.getCode({ address });
  if (!code || code === "0x") throw new Error(`There is no contract at ${address}`);
  const { read } = getContract({ abi: fiatTokenAbi, address, client });
  const [name, version, decimals, separator, chainId] = await Promise.all([
    read.name(),
    read.version(),
    read.decimals(),
    read.DOMAIN_SEPARATOR(),
    client.getChainId(),
  ]);
  if (decimals !== EXPECTED_DECIMALS) {
    throw new Error(`${name} at ${address} has ${decimals} decimals, not ${EXPECTED_DECIMALS}`);
  }
  const rebuilt = domainSeparator({
    domain: { name, version, chainId, verifyingContract: address },
  });
  if (rebuilt !== separator) {
    throw new Error(
      `${name} at ${address} does not use the EIP-712 domain ("${name}", "${version}"): ${separator}`,
    );
  }
}

/**
 * Deploys a registry and what goes with it to a chain whose tokens exist, and describes what is there then.
 * @throws Error when a token is not what it should be, or a creation fails
 */
export async function deployContracts(input: DeployContractsInput): Promise<Deployment> {
  const { mode, usdc, eurc, operator, treasury, admin, kinds = deployableKinds } = input;
  const { coreSalt = zeroHash } = input;
  const deployer = connectDeployer(input);
  if (eurc && isAddressEqual(usdc, eurc)) throw new Error("USDC and EURC are the same address");
  for (const token of eurc ? [usdc, eurc] : [usdc]) await checkToken(deployer.client, token);
  const [chainId, genesis] = await Promise.all([
    deployer.client.getChainId(),
    deployer.client.getBlock({ blockNumber: 0n }),
  ]);
  const common = {
    mode,
    chainId,
    usdc: getAddress(usdc),
    eurc: eurc && getAddress(eurc),
    treasury: getAddress(treasury),
    operator: getAddress(operator),
    admin: getAddress(admin),
    coreSalt,
    genesisHash: genesis.hash,
  };
  const wanted = coreKinds.filter((one) => kinds.includes(one));
  for (const kind of wanted) await createCore(deployer, kind, common);
  const { version, data } = creationOf("registry", common);
  const { address, blockNumber } = await deployer.create(data);
  const registry = await describe(deployer, { version, address, blockNumber });
  let deployment: Deployment = { ...common, contracts: { registry } };
  for (const kind of wanted) {
    // Nothing of this registry is older than itself, however long the core has been there.
    deployment = await withCore(deployer, deployment, kind, blockNumber);
  }
  return deployment;
}

/**
 * Deploys further contracts of a deployment, each to be read from its own start block.
 * @returns the whole deployment
 * @throws Error it has one of that kind already, this release has none, or the chain is another one
 */
export async function extendDeployment(
  options: DeployerOptions,
  deployment: Deployment,
  kinds: readonly ContractKind[],
): Promise<Deployment> {
  const deployer = connectDeployer(options);
  const present = kinds.find((kind) => deployment.contracts[kind]);
  if (present) throw new Error(`The deployment has a ${present} already`);
  const { hash } = await deployer.client.getBlock({ blockNumber: 0n });
  if (hash !== deployment.genesisHash) throw new Error("The deployment is on another chain");
  return addContracts(deployer, deployment, kinds);
}

async function addContracts(
  deployer: Deployer,
  deployment: Deployment,
  kinds: readonly ContractKind[],
): Promise<Deployment> {
  let extended = deployment;
  for (const kind of coreKinds.filter((one) => kinds.includes(one))) {
    const created = await createCore(deployer, kind, extended);
    const first = BigInt(deployment.contracts.registry.startBlock);
    extended = await withCore(deployer, extended, kind, created ?? first);
  }
  return extended;
}

async function withCore(
  deployer: Deployer,
  deployment: Deployment,
  kind: CoreKind,
  blockNumber: bigint,
): Promise<Deployment> {
  const { version } = creationOf(kind, deployment);
  const address = coreAddress(kind, deployment);
  const contract = await describe(deployer, { version, address, blockNumber });
  return { ...deployment, contracts: { ...deployment.contracts, [kind]: contract } };
}

/**
 * Puts a contract of the core where it belongs, through the deterministic deployment proxy.
 * @returns its block; null where it was there already
 * @throws Error the chain has no such proxy
 */
async function createCore(
  { client, settle }: Deployer,
  kind: CoreKind,
  site: Parameters<typeof creationOf>[1],
): Promise<bigint | null> {
  if (await hasCode(client, coreAddress(kind, site))) return null;
  if (!(await hasCode(client, deploymentProxy))) {
    throw new Error(`There is no deterministic deployment proxy at ${deploymentProxy}`);
  }
  const data = concat([site.coreSalt, creationOf(kind, site).data]);
  const hash = await client.sendTransaction({ chain: null, to: deploymentProxy, data });
  return (await settle(hash)).blockNumber;
}

async function hasCode(client: Deployer["client"], address: Address): Promise<boolean> {
  const code = await client.getCode({ address });
  return code !== undefined && code !== "0x";
}

async function describe(
  { client }: Deployer,
  { version, address, blockNumber }: { version: number; address: Address; blockNumber: bigint },
): Promise<DeployedContract> {
  return {
    version,
    address,
    codeHash: await codeHash(client, address),
    startBlock: Number(blockNumber),
  };
}

async function codeHash(client: Deployer["client"], address: Address): Promise<Hex> {
  const code = await client.getCode({ address });
  if (!code) throw new Error(`The chain lost the contract at ${address}`);
  return keccak256(code);
}

import {
  type Address,
  domainSeparator,
  getAddress,
  getContract,
  type Hex,
  isAddressEqual,
  keccak256,
} from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import type { DeployedContract, DeploymentFile } from "@/lib/adapters/chain/deployment";
import { type ContractKind, contractKinds } from "@/lib/core/chain/contract-kinds";
import { creationOf, deployableKinds } from "./creations";
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
  /** Account that may announce another treasury; neither the operator nor the treasury. */
  admin: Address;
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
    genesisHash: genesis.hash,
  };
  const registry = await create(deployer, "registry", common);
  const others = kinds.filter((kind) => kind !== "registry");
  return addContracts(deployer, { ...common, contracts: { registry } }, others);
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
  for (const kind of contractKinds.filter((one) => kinds.includes(one))) {
    const contract = await create(deployer, kind, extended);
    extended = { ...extended, contracts: { ...extended.contracts, [kind]: contract } };
  }
  return extended;
}

async function create(
  deployer: Deployer,
  kind: ContractKind,
  deployment: Parameters<typeof creationOf>[1],
): Promise<DeployedContract> {
  const { version, data } = creationOf(kind, deployment);
  const { address, blockNumber } = await deployer.create(data);
  const code = await codeHash(deployer.client, address);
  return { version, address, codeHash: code, startBlock: Number(blockNumber) };
}

async function codeHash(client: Deployer["client"], address: Address): Promise<Hex> {
  const code = await client.getCode({ address });
  if (!code) throw new Error(`The chain lost the contract at ${address}`);
  return keccak256(code);
}

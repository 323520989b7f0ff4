import {
  type Address,
  domainSeparator,
  getAddress,
  getContract,
  type Hex,
  isAddressEqual,
} from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { type CoreKind, isCoreKind } from "@/lib/adapters/chain/core-addresses";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import { CANONICAL_SALT } from "./core-salts";
import { creationOf, deployableKinds } from "./creations";
import { type CorePart, codeHashAt, createMissing, describePlan, planCore } from "./deploy-core";
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
  /** Which core the installation uses; where nothing is said, the one that all can share. */
  coreSalt?: Hex;
  /** Told what there is and what will be created, before anything is sent. */
  onPlan?: (lines: readonly string[]) => void;
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
 * Deploys a registry, and what of the core a chain whose tokens exist has not, and describes what is there then.
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
    coreSalt: input.coreSalt ?? CANONICAL_SALT,
  };
  const parts = await planCore(deployer, kinds.filter(isCoreKind), common.coreSalt);
  input.onPlan?.(await describePlan(deployer, parts));
  await createMissing(deployer, parts, common.coreSalt);
  const { version, data } = creationOf("registry", common);
  const { address, blockNumber } = await deployer.create(data);
  const codeHash = await codeHashAt(deployer, address);
  const registry = { version, address, codeHash, startBlock: Number(blockNumber) };
  return withCore(deployer, { ...common, contracts: { registry } }, parts);
}

/**
 * Adds further contracts of the core to a deployment, creating those that the chain has not.
 * @returns the whole deployment
 * @throws Error it has one of that kind already, this release has none, or the chain is another one
 */
export async function extendDeployment(
  options: DeployerOptions & Pick<DeployContractsInput, "onPlan">,
  deployment: Deployment,
  kinds: readonly ContractKind[],
): Promise<Deployment> {
  const deployer = connectDeployer(options);
  const present = kinds.find((kind) => deployment.contracts[kind]);
  if (present) throw new Error(`The deployment has a ${present} already`);
  const { hash } = await deployer.client.getBlock({ blockNumber: 0n });
  if (hash !== deployment.genesisHash) throw new Error("The deployment is on another chain");
  for (const kind of kinds) creationOf(kind, deployment);
  const wanted = kinds.filter(isCoreKind);
  refuseWithoutBase(deployment, wanted);
  const parts = await planCore(deployer, wanted, deployment.coreSalt);
  const toReserve = await describeUnreserved(deployer, deployment, parts);
  options.onPlan?.([...(await describePlan(deployer, parts)), ...toReserve]);
  await createMissing(deployer, parts, deployment.coreSalt);
  return withCore(deployer, deployment, parts);
}

/** A registry reserves the core that its release knew. The rest is its admin's to add: the deployer has no right to. */
async function describeUnreserved(
  { client }: Deployer,
  { contracts, admin }: Deployment,
  parts: readonly CorePart[],
): Promise<string[]> {
  const registry = { abi: merchantRegistryAbi, address: contracts.registry.address } as const;
  const lines: string[] = [];
  for (const { kind, address } of parts) {
    const call = { ...registry, functionName: "isReserved", args: [address] } as const;
    if (await client.readContract(call)) continue;
    lines.push(
      `A merchant could name the ${kind} as its payout: let the admin ${admin} send reserve(${address}) to the registry ${registry.address}`,
    );
  }
  return lines;
}

/** Refunds are of what another contract of the core did. */
function refuseWithoutBase({ contracts }: Deployment, wanted: readonly CoreKind[]): void {
  const has = (kind: CoreKind) => contracts[kind] !== undefined || wanted.includes(kind);
  if (wanted.includes("refunds") && !has("processor")) {
    throw new Error("Refunds need a processor: deploy it first");
  }
  if (wanted.includes("chargeRefunds") && !has("subscriptions")) {
    throw new Error("Refunds of charges need subscriptions: deploy them first");
  }
  if (wanted.includes("agentTreasury") && !has("escrow")) {
    throw new Error("Agents' treasuries need an escrow: deploy it first");
  }
}

/** A contract of the core may be older than the registry, but no event of the registry in it is. */
async function withCore(
  deployer: Deployer,
  deployment: Deployment,
  parts: readonly CorePart[],
): Promise<Deployment> {
  let extended = deployment;
  const { startBlock } = deployment.contracts.registry;
  for (const { kind, address } of parts) {
    const { version } = creationOf(kind, deployment);
    const contract = {
      version,
      address,
      codeHash: await codeHashAt(deployer, address),
      startBlock,
    };
    extended = { ...extended, contracts: { ...extended.contracts, [kind]: contract } };
  }
  return extended;
}

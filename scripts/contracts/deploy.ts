import {
  type Address,
  encodeDeployData,
  getAddress,
  type Hex,
  isAddressEqual,
  keccak256,
  zeroAddress,
} from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import { readArtifact } from "./artifact";
import { checkToken } from "./check-token";
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
}

/**
 * Deploys registry and processor to a chain whose tokens exist, and describes what is there then.
 * @throws Error when a token is not what it should be, or a creation fails
 */
export async function deployContracts(input: DeployContractsInput): Promise<Deployment> {
  const { mode, usdc, eurc, operator, treasury } = input;
  const deployer = connectDeployer(input);
  if (eurc && isAddressEqual(usdc, eurc)) throw new Error("USDC and EURC are the same address");
  for (const token of eurc ? [usdc, eurc] : [usdc]) await checkToken(deployer.client, token);

  const registry = await deployer.create(
    encodeDeployData({
      abi: merchantRegistryAbi,
      bytecode: readArtifact("merchant-registry").bytecode,
      args: [operator],
    }),
  );
  const processor = await deployer.create(
    encodeDeployData({
      abi: paymentProcessorAbi,
      bytecode: readArtifact("payment-processor").bytecode,
      args: [registry.address, usdc, eurc ?? zeroAddress, treasury],
    }),
  );
  const [chainId, genesis, registryHash, processorHash] = await Promise.all([
    deployer.client.getChainId(),
    deployer.client.getBlock({ blockNumber: 0n }),
    codeHash(deployer.client, registry.address),
    codeHash(deployer.client, processor.address),
  ]);
  return {
    mode,
    chainId,
    registry: registry.address,
    processor: processor.address,
    usdc: getAddress(usdc),
    eurc: eurc && getAddress(eurc),
    treasury: getAddress(treasury),
    operator: getAddress(operator),
    startBlock: Number(registry.blockNumber),
    genesisHash: genesis.hash,
    codeHashes: { registry: registryHash, processor: processorHash },
  };
}

async function codeHash(client: Deployer["client"], address: Address): Promise<Hex> {
  const code = await client.getCode({ address });
  if (!code) throw new Error(`The chain lost the contract at ${address}`);
  return keccak256(code);
}

import { encodeDeployData, type Hex, zeroAddress } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import type { ContractKind } from "@/lib/core/contract-kinds";
import { readArtifact } from "./artifact";

/** What a contract is made for; the registry comes before all others. */
type Site = Pick<DeploymentFile, "usdc" | "eurc" | "operator" | "treasury"> &
  Partial<Pick<DeploymentFile, "contracts">>;

/** Creation code with encoded constructor arguments. */
interface Creation {
  version: number;
  data: Hex;
}

const creations: Partial<Record<ContractKind, (site: Site) => Creation>> = {
  registry: ({ operator }) => ({
    version: 1,
    data: encodeDeployData({
      abi: merchantRegistryAbi,
      bytecode: readArtifact("merchant-registry").bytecode,
      args: [operator],
    }),
  }),
  processor: (site) => ({
    version: 1,
    data: encodeDeployData({
      abi: paymentProcessorAbi,
      bytecode: readArtifact("payment-processor").bytecode,
      args: [registryOf(site), site.usdc, site.eurc ?? zeroAddress, site.treasury],
    }),
  }),
};

/** The kinds that this release can deploy. */
export const deployableKinds = Object.keys(creations) as ContractKind[];

/**
 * How the contract of a kind is created for a deployment.
 * @throws Error this release has no contract of that kind
 */
export function creationOf(kind: ContractKind, site: Site): Creation {
  const create = creations[kind];
  if (!create) throw new Error(`This release has no ${kind} contract to deploy`);
  return create(site);
}

function registryOf({ contracts }: Site) {
  if (!contracts) throw new Error("The registry is deployed before the contracts that use it");
  return contracts.registry.address;
}

import { type Address, encodeDeployData, type Hex, zeroAddress } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { merchantRegistryV2Abi } from "@/lib/adapters/chain/abi/merchant-registry-v2";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { paymentProcessorV2Abi } from "@/lib/adapters/chain/abi/payment-processor-v2";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import type { ContractKind } from "@/lib/core/contract-kinds";
import { readArtifact } from "./artifact";

/** What a contract is made for; the registry comes before all others. */
type Site = Pick<DeploymentFile, "usdc" | "eurc" | "operator" | "treasury" | "admin"> &
  Partial<Pick<DeploymentFile, "contracts">>;

/** The versions that can be deployed; all contracts of a deployment have its registry's. */
export const versions = [1, 2] as const;
export type Version = (typeof versions)[number];

/** Creation code with encoded constructor arguments. */
type Create = (site: Site) => Hex;

const creations: Record<Version, Partial<Record<ContractKind, Create>>> = {
  1: {
    registry: ({ operator }) =>
      encodeDeployData({
        abi: merchantRegistryAbi,
        bytecode: readArtifact("merchant-registry").bytecode,
        args: [operator],
      }),
    processor: (site) =>
      encodeDeployData({
        abi: paymentProcessorAbi,
        bytecode: readArtifact("payment-processor").bytecode,
        args: [registryOf(site), site.usdc, site.eurc ?? zeroAddress, site.treasury],
      }),
  },
  2: {
    registry: ({ operator }) =>
      encodeDeployData({
        abi: merchantRegistryV2Abi,
        bytecode: readArtifact("merchant-registry-v2").bytecode,
        args: [operator],
      }),
    processor: (site) =>
      encodeDeployData({
        abi: paymentProcessorV2Abi,
        bytecode: readArtifact("payment-processor-v2").bytecode,
        args: [registryOf(site), site.usdc, site.eurc ?? zeroAddress, site.treasury, adminOf(site)],
      }),
  },
};

/** The kinds that this release can deploy. */
export const deployableKinds = Object.keys(creations[1]) as ContractKind[];

/**
 * Creation code of the contract of a kind and version for a deployment, with encoded constructor arguments.
 * @throws Error this release has no contract of that kind and version
 */
export function creationOf(kind: ContractKind, version: number, site: Site): Hex {
  const known = versions.find((one) => one === version);
  const create = known && creations[known][kind];
  if (!create) throw new Error(`This release has no ${kind} contract to deploy`);
  return create(site);
}

function registryOf({ contracts }: Site): Address {
  if (!contracts) throw new Error("The registry is deployed before the contracts that use it");
  return contracts.registry.address;
}

function adminOf({ admin }: Site): Address {
  if (!admin) throw new Error("A processor of version 2 has an admin, who may announce a treasury");
  return admin;
}

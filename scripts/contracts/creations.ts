import { type Address, encodeDeployData, type Hex, zeroAddress } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { merchantRegistryV2Abi } from "@/lib/adapters/chain/abi/merchant-registry-v2";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { paymentProcessorV2Abi } from "@/lib/adapters/chain/abi/payment-processor-v2";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import type { ContractKind } from "@/lib/core/contract-kinds";
import { type Artifact, readArtifact } from "./artifact";

/** What a contract is made for; the registry comes before all others. */
type Site = Pick<DeploymentFile, "usdc" | "eurc" | "operator" | "treasury" | "admin"> &
  Partial<Pick<DeploymentFile, "contracts">>;

/** The versions that can be deployed; all contracts of a deployment have its registry's. */
export const versions = [1, 2] as const;
export type Version = (typeof versions)[number];

interface Recipe {
  /** Name in contracts/artifacts. */
  file: string;
  /** Creation code with encoded constructor arguments. */
  encode: (bytecode: Hex, site: Site) => Hex;
}

const recipes: Record<Version, Partial<Record<ContractKind, Recipe>>> = {
  1: {
    registry: {
      file: "merchant-registry",
      encode: (bytecode, { operator }) =>
        encodeDeployData({ abi: merchantRegistryAbi, bytecode, args: [operator] }),
    },
    processor: {
      file: "payment-processor",
      encode: (bytecode, site) => {
        const args = [
          registryOf(site),
          site.usdc,
          site.eurc ?? zeroAddress,
          site.treasury,
        ] as const;
        return encodeDeployData({ abi: paymentProcessorAbi, bytecode, args });
      },
    },
  },
  2: {
    registry: {
      file: "merchant-registry-v2",
      encode: (bytecode, { operator }) =>
        encodeDeployData({ abi: merchantRegistryV2Abi, bytecode, args: [operator] }),
    },
    processor: {
      file: "payment-processor-v2",
      encode: (bytecode, site) => {
        const tokens = [site.usdc, site.eurc ?? zeroAddress] as const;
        const args = [registryOf(site), ...tokens, site.treasury, adminOf(site)] as const;
        return encodeDeployData({ abi: paymentProcessorV2Abi, bytecode, args });
      },
    },
  },
};

/** How a contract comes to be. */
interface Creation {
  artifact: Artifact;
  /** Encoded constructor arguments. */
  constructorArguments: Hex;
  /** Both together: what the creating transaction carries. */
  data: Hex;
}

/** The kinds that this release can deploy. */
export const deployableKinds = Object.keys(recipes[1]) as ContractKind[];

/**
 * How the contract of a kind and version is created for a deployment.
 * @throws Error this release has no contract of that kind and version
 */
export function creationOf(kind: ContractKind, version: number, site: Site): Creation {
  const known = versions.find((one) => one === version);
  const recipe = known && recipes[known][kind];
  if (!recipe) throw new Error(`This release has no ${kind} contract to deploy`);
  const artifact = readArtifact(recipe.file);
  const data = recipe.encode(artifact.bytecode, site);
  return { artifact, constructorArguments: `0x${data.slice(artifact.bytecode.length)}`, data };
}

function registryOf({ contracts }: Site): Address {
  if (!contracts) throw new Error("The registry is deployed before the contracts that use it");
  return contracts.registry.address;
}

function adminOf({ admin }: Site): Address {
  if (!admin) throw new Error("A processor of version 2 has an admin, who may announce a treasury");
  return admin;
}

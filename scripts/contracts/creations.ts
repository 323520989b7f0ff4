import { type Address, encodeDeployData, type Hex, zeroAddress } from "viem";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { merchantRegistryV2Abi } from "@/lib/adapters/chain/abi/merchant-registry-v2";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { paymentProcessorV2Abi } from "@/lib/adapters/chain/abi/payment-processor-v2";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import type { ContractKind } from "@/lib/core/contract-kinds";
import { type Artifact, readArtifact } from "./artifact";
import type { CompilationUnit } from "./sources";

/** What a contract is made for; those that a contract uses come before it. */
type Site = Pick<DeploymentFile, "usdc" | "eurc" | "operator" | "treasury" | "admin"> &
  Partial<Pick<DeploymentFile, "contracts">>;

/** The versions of registry and processor that can be deployed; both of a deployment have the same. */
export const versions = [1, 2] as const;
export type Version = (typeof versions)[number];

interface Recipe {
  /** Which sources it is compiled with. */
  unit: CompilationUnit["name"];
  /** Of the contract itself. */
  version: number;
  /** Name in contracts/artifacts. */
  file: string;
  /** Creation code with encoded constructor arguments. */
  encode: (bytecode: Hex, site: Site) => Hex;
}

/** Serves processors of both versions. */
const refunds: Recipe = {
  unit: "refunds",
  version: 1,
  file: "refund-manager",
  encode: (bytecode, site) =>
    encodeDeployData({ abi: refundManagerAbi, bytecode, args: [processorOf(site)] }),
};

/** Takes over registry, tokens, treasury and admin of a processor of version 2. */
const subscriptions: Recipe = {
  unit: "subscriptions",
  version: 1,
  file: "subscription-manager",
  encode: (bytecode, site) =>
    encodeDeployData({ abi: subscriptionManagerAbi, bytecode, args: [processorOf(site)] }),
};

/** Takes over the registry of a subscription manager. */
const chargeRefunds: Recipe = {
  unit: "charge-refunds",
  version: 1,
  file: "charge-refund-manager",
  encode: (bytecode, site) =>
    encodeDeployData({ abi: chargeRefundManagerAbi, bytecode, args: [subscriptionsOf(site)] }),
};

/** By the version of the deployment's registry. */
const recipes: Record<Version, Partial<Record<ContractKind, Recipe>>> = {
  1: {
    registry: {
      unit: "v1",
      version: 1,
      file: "merchant-registry",
      encode: (bytecode, { operator }) =>
        encodeDeployData({ abi: merchantRegistryAbi, bytecode, args: [operator] }),
    },
    processor: {
      unit: "v1",
      version: 1,
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
    refunds,
  },
  2: {
    registry: {
      unit: "v2",
      version: 2,
      file: "merchant-registry-v2",
      encode: (bytecode, { operator }) =>
        encodeDeployData({ abi: merchantRegistryV2Abi, bytecode, args: [operator] }),
    },
    processor: {
      unit: "v2",
      version: 2,
      file: "payment-processor-v2",
      encode: (bytecode, site) => {
        const tokens = [site.usdc, site.eurc ?? zeroAddress] as const;
        const args = [registryOf(site), ...tokens, site.treasury, adminOf(site)] as const;
        return encodeDeployData({ abi: paymentProcessorV2Abi, bytecode, args });
      },
    },
    refunds,
    subscriptions,
    chargeRefunds,
  },
};

/** How a contract comes to be. */
interface Creation extends Pick<Recipe, "unit" | "version"> {
  artifact: Artifact;
  /** Encoded constructor arguments. */
  constructorArguments: Hex;
  /** Both together: what the creating transaction carries. */
  data: Hex;
}

/** The kinds that this release can deploy. */
export const deployableKinds = Object.keys(recipes[2]) as ContractKind[];

/** Those that go with a registry of a version. */
export const kindsFor = (registryVersion: number): ContractKind[] =>
  deployableKinds.filter((kind) =>
    versions.some((one) => one === registryVersion && recipes[one][kind]),
  );

/**
 * How the contract of a kind is created for a deployment.
 * @param registryVersion of the deployment's registry
 * @throws Error this release has no contract of that kind for it, or one that it uses is missing
 */
export function creationOf(kind: ContractKind, registryVersion: number, site: Site): Creation {
  const known = versions.find((one) => one === registryVersion);
  const recipe = known && recipes[known][kind];
  if (!recipe) throw new Error(`This release has no ${kind} contract to deploy`);
  const { unit, version } = recipe;
  const artifact = readArtifact(recipe.file);
  const data = recipe.encode(artifact.bytecode, site);
  const constructorArguments: Hex = `0x${data.slice(artifact.bytecode.length)}`;
  return { unit, version, artifact, constructorArguments, data };
}

function registryOf({ contracts }: Site): Address {
  if (!contracts) throw new Error("The registry is deployed before the contracts that use it");
  return contracts.registry.address;
}

function processorOf({ contracts }: Site): Address {
  if (!contracts?.processor)
    throw new Error("Refunds and subscriptions need a processor: deploy it first");
  return contracts.processor.address;
}

function subscriptionsOf({ contracts }: Site): Address {
  if (!contracts?.subscriptions)
    throw new Error("Refunds of charges need subscriptions: deploy them first");
  return contracts.subscriptions.address;
}

function adminOf({ admin }: Site): Address {
  if (!admin) throw new Error("A processor of version 2 has an admin, who may announce a treasury");
  return admin;
}

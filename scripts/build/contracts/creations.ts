import { type Address, encodeDeployData, type Hex, zeroAddress } from "viem";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import { type ContractKind, supportedVersions } from "@/lib/core/chain/contract-kinds";
import { type Artifact, readArtifact } from "./artifact";
import type { CompilationUnit } from "./sources";

/** What a contract is made for; those that a contract uses come before it. */
type Site = Pick<DeploymentFile, "usdc" | "eurc" | "operator" | "treasury" | "admin"> &
  Partial<Pick<DeploymentFile, "contracts">>;

interface Recipe {
  /** Which sources it is compiled with. */
  unit: CompilationUnit["name"];
  /** Name in contracts/artifacts. */
  file: string;
  /** Creation code with encoded constructor arguments. */
  encode: (bytecode: Hex, site: Site) => Hex;
}

const recipes: Partial<Record<ContractKind, Recipe>> = {
  registry: {
    unit: "payments",
    file: "merchant-registry",
    encode: (bytecode, { operator, admin, treasury }) =>
      encodeDeployData({ abi: merchantRegistryAbi, bytecode, args: [operator, admin, [treasury]] }),
  },
  processor: {
    unit: "payments",
    file: "payment-processor",
    encode: (bytecode, site) => {
      const tokens = [site.usdc, site.eurc ?? zeroAddress] as const;
      const args = [registryOf(site), ...tokens, site.treasury, site.admin] as const;
      return encodeDeployData({ abi: paymentProcessorAbi, bytecode, args });
    },
  },
  refunds: {
    unit: "refunds",
    file: "refund-manager",
    encode: (bytecode, site) =>
      encodeDeployData({ abi: refundManagerAbi, bytecode, args: [processorOf(site)] }),
  },
  /** Takes over registry, tokens, treasury and admin of the processor. */
  subscriptions: {
    unit: "subscriptions",
    file: "subscription-manager",
    encode: (bytecode, site) =>
      encodeDeployData({ abi: subscriptionManagerAbi, bytecode, args: [processorOf(site)] }),
  },
  /** Takes over the registry of the subscription manager. */
  chargeRefunds: {
    unit: "charge-refunds",
    file: "charge-refund-manager",
    encode: (bytecode, site) =>
      encodeDeployData({ abi: chargeRefundManagerAbi, bytecode, args: [subscriptionsOf(site)] }),
  },
};

/** How a contract comes to be. */
interface Creation extends Pick<Recipe, "unit"> {
  version: number;
  artifact: Artifact;
  /** Encoded constructor arguments. */
  constructorArguments: Hex;
  /** Both together: what the creating transaction carries. */
  data: Hex;
}

/** The kinds that this release can deploy. */
export const deployableKinds = Object.keys(recipes) as ContractKind[];

/**
 * How the contract of a kind is created for a deployment.
 * @throws Error this release has no contract of that kind, or one that it uses is missing
 */
export function creationOf(kind: ContractKind, site: Site): Creation {
  const [recipe, version] = [recipes[kind], supportedVersions[kind]];
  if (!recipe || version === null)
    throw new Error(`This release has no ${kind} contract to deploy`);
  const { unit } = recipe;
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

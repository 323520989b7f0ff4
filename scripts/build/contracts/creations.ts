import { type Address, encodeDeployData, getContractAddress, type Hex } from "viem";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import { type ContractKind, supportedVersions } from "@/lib/core/chain/contract-kinds";
import { type Artifact, readArtifact } from "./artifact";
import type { CompilationUnit } from "./sources";

/** What a contract is made for. */
type Site = Pick<DeploymentFile, "usdc" | "eurc" | "operator" | "treasury" | "admin" | "coreSalt">;

interface Recipe {
  /** Which sources it is compiled with. */
  unit: CompilationUnit["name"];
  /** Name in contracts/artifacts. */
  file: string;
  /** Creation code with encoded constructor arguments. */
  encode: (bytecode: Hex, site: Site) => Hex;
}

/**
 * The deterministic deployment proxy: it is on nearly every chain at this address, and whatever it creates has an address
 * that follows from salt and creation code alone (EIP-1014).
 */
export const deploymentProxy: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/** The kinds of the core, which serves every registry; those that others are made for come first. */
export const coreKinds = ["processor", "refunds", "subscriptions", "chargeRefunds"] as const;
export type CoreKind = (typeof coreKinds)[number];

export const isCoreKind = (kind: ContractKind): kind is CoreKind =>
  coreKinds.some((one) => one === kind);

const core: Record<CoreKind, Recipe> = {
  processor: { unit: "payments", file: "payment-processor", encode: (bytecode) => bytecode },
  refunds: {
    unit: "refunds",
    file: "refund-manager",
    encode: (bytecode, site) => {
      const args = [coreAddress("processor", site)] as const;
      return encodeDeployData({ abi: refundManagerAbi, bytecode, args });
    },
  },
  subscriptions: {
    unit: "subscriptions",
    file: "subscription-manager",
    encode: (bytecode) => bytecode,
  },
  chargeRefunds: {
    unit: "charge-refunds",
    file: "charge-refund-manager",
    encode: (bytecode, site) => {
      const args = [coreAddress("subscriptions", site)] as const;
      return encodeDeployData({ abi: chargeRefundManagerAbi, bytecode, args });
    },
  },
};

const recipes: Partial<Record<ContractKind, Recipe>> = {
  registry: {
    unit: "registry",
    file: "merchant-registry",
    encode: (bytecode, site) => {
      const { operator, treasury, admin, usdc, eurc } = site;
      const tokens = eurc ? [usdc, eurc] : [usdc];
      const reserved = coreKinds.map((kind) => coreAddress(kind, site));
      const args = [operator, treasury, admin, tokens, reserved] as const;
      return encodeDeployData({ abi: merchantRegistryAbi, bytecode, args });
    },
  },
  ...core,
};

/** Where a contract of the core is, on every chain. */
export function coreAddress(kind: CoreKind, site: Site): Address {
  const { data: bytecode } = creationOf(kind, site);
  return getContractAddress({
    opcode: "CREATE2",
    from: deploymentProxy,
    salt: site.coreSalt,
    bytecode,
  });
}

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
 * @throws Error this release has no contract of that kind
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

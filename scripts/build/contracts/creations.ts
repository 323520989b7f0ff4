import { encodeDeployData, type Hex } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import {
  type CoreKind,
  coreAddress,
  coreArtifacts,
  coreInitCode,
  coreKinds,
  isCoreKind,
} from "@/lib/adapters/chain/core-addresses";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import { type ContractKind, supportedVersions } from "@/lib/core/chain/contract-kinds";
import { type Artifact, readArtifact } from "./artifact";
import type { CompilationUnit } from "./sources";

/** What an installation's contracts are made for. */
export type Site = Pick<
  DeploymentFile,
  "usdc" | "eurc" | "operator" | "treasury" | "admin" | "coreSalt"
>;

/** Which sources a contract is compiled with. */
const unitOf: Record<CoreKind | "registry", CompilationUnit["name"]> = {
  registry: "registry",
  processor: "payments",
  refunds: "refunds",
  subscriptions: "subscriptions",
  chargeRefunds: "charge-refunds",
  escrow: "agents",
  agentTreasury: "agents",
};

/** How a contract comes to be. */
interface Creation {
  unit: CompilationUnit["name"];
  version: number;
  artifact: Artifact;
  /** Encoded constructor arguments. */
  constructorArguments: Hex;
  /** Both together: what is created. */
  data: Hex;
}

/** The kinds that this release can deploy. */
export const deployableKinds: ContractKind[] = ["registry", ...coreKinds];

/**
 * How the contract of a kind is created for a deployment.
 * @throws Error this release has no contract of that kind
 */
export function creationOf(kind: ContractKind, site: Site): Creation {
  const version = supportedVersions[kind];
  if ((kind !== "registry" && !isCoreKind(kind)) || version === null) {
    throw new Error(`This release has no ${kind} contract to deploy`);
  }
  const artifact = readArtifact(kind === "registry" ? "merchant-registry" : coreArtifacts[kind]);
  const data =
    kind === "registry" ? registryInitCode(artifact, site) : coreInitCode(kind, site.coreSalt);
  const constructorArguments: Hex = `0x${data.slice(artifact.bytecode.length)}`;
  return { unit: unitOf[kind], version, artifact, constructorArguments, data };
}

/** No merchant can have a contract of the core as its payout: what is sent there is lost. */
function registryInitCode({ bytecode }: Artifact, site: Site): Hex {
  const { operator, treasury, admin, usdc, eurc, coreSalt } = site;
  const tokens = eurc ? [usdc, eurc] : [usdc];
  const reserved = coreKinds.map((kind) => coreAddress(kind, coreSalt));
  const args = [operator, treasury, admin, tokens, reserved] as const;
  return encodeDeployData({ abi: merchantRegistryAbi, bytecode, args });
}

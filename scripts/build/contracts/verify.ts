import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Address, createPublicClient, type Hex, http, isAddressEqual, keccak256 } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import {
  type CoreKind,
  coreAddress,
  coreKinds,
  isCoreKind,
} from "@/lib/adapters/chain/core-addresses";
import type { DeployedContract, DeploymentFile } from "@/lib/adapters/chain/deployment";
import { type ContractKind, contractKinds } from "@/lib/core/chain/contract-kinds";
import { standardInputPath } from "./artifacts";
import { type CompiledContract, type Compiler, compileInput, type StandardInput } from "./compile";
import { creationOf } from "./creations";
import { type CompilationUnit, projectRoot } from "./sources";

type Client = ReturnType<typeof createPublicClient>;

/** What was found of one contract of a deployment. */
export interface Verification {
  kind: ContractKind;
  contract: DeployedContract;
  /** Source and name, as Sourcify and block explorers call it. */
  identifier: string;
  /** Encoded constructor arguments. */
  constructorArguments: Hex;
  input: StandardInput;
  /** What is not as it should be, a sentence each; none when the contract is what its source says. */
  problems: readonly string[];
}

type Unit = CompilationUnit["name"];

/** What the committed compiler input of a unit gives. */
export interface Build {
  input: StandardInput;
  contracts: ReadonlyMap<string, CompiledContract>;
}

/**
 * Compiles the committed inputs of the contracts that a deployment has; each takes some seconds.
 * @throws Error this release has no source of one of them
 */
export function buildUnits(deployment: DeploymentFile, compiler?: Compiler): Map<Unit, Build> {
  const { contracts } = deployment;
  const kinds = contractKinds.filter((kind) => contracts[kind]);
  const units = kinds.map((kind) => creationOf(kind, deployment).unit);
  return new Map(
    [...new Set(units)].map((unit) => {
      const path = resolve(projectRoot, standardInputPath(unit));
      const input: StandardInput = JSON.parse(readFileSync(path, "utf8"));
      return [unit, { input, contracts: compileInput(input, compiler) }];
    }),
  );
}

/**
 * Compares every contract of a deployment with what the committed compiler inputs give: the code on chain with its
 * immutables masked, the code hash in the file, the address that its init code and salt give a contract of the core,
 * and what a registry was made with.
 * @throws Error the chain is another one, or no build has a contract of that kind and version
 */
export async function verifyDeployment(
  rpcUrl: string,
  deployment: DeploymentFile,
  builds: ReadonlyMap<Unit, Build>,
): Promise<Verification[]> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const { hash } = await client.getBlock({ blockNumber: 0n });
  if (hash !== deployment.genesisHash) throw new Error("The deployment is on another chain");
  const verifications: Verification[] = [];
  for (const kind of contractKinds) {
    const contract = deployment.contracts[kind];
    if (!contract) continue;
    verifications.push(await verifyContract(client, deployment, kind, contract, builds));
  }
  return verifications;
}

async function verifyContract(
  client: Client,
  deployment: DeploymentFile,
  kind: ContractKind,
  contract: DeployedContract,
  builds: ReadonlyMap<Unit, Build>,
): Promise<Verification> {
  const { unit, version, artifact, constructorArguments } = creationOf(kind, deployment);
  const build = version === contract.version && builds.get(unit);
  if (!build) throw new Error(`There is no build of version ${contract.version} of the ${kind}`);
  const { input } = build;
  const built = build.contracts.get(artifact.contract);
  if (!built) throw new Error(`The committed sources have no ${artifact.contract}`);
  const code = (await client.getCode({ address: contract.address })) ?? "0x";
  const sameBuild = built.bytecode === artifact.bytecode;
  const sameCode = mask(code, built) === built.deployedBytecode;
  const problems = [
    ...(sameBuild ? [] : ["The committed bytecode is not what the committed sources give"]),
    ...(sameCode ? [] : ["The code on chain is not what the committed sources give"]),
    ...(keccak256(code) === contract.codeHash ? [] : ["The code hash in the file is another one"]),
    ...(isCoreKind(kind) ? placeProblems(kind, deployment, contract.address) : []),
    ...(sameCode && kind === "registry"
      ? await registryProblems(client, deployment, contract.address)
      : []),
  ];
  const identifier = `${artifact.source}:${artifact.contract}`;
  return { kind, contract, identifier, constructorArguments, input, problems };
}

/** Code with its immutables zeroed, as the compiler gives it. */
function mask(code: Hex, { immutables }: CompiledContract): string {
  const bytes = Buffer.from(code.slice(2), "hex");
  for (const { start, length } of immutables) bytes.subarray(start, start + length).fill(0);
  return `0x${bytes.toString("hex")}`;
}

/** Roles may have moved on since the file was written, and tokens and reserved addresses are never taken back. */
async function registryProblems(
  client: Client,
  { admin, usdc, eurc, coreSalt, contracts }: DeploymentFile,
  address: Address,
): Promise<string[]> {
  const contract = { abi: merchantRegistryAbi, address } as const;
  const actual = await client.readContract({ ...contract, functionName: "admin" });
  const problems = isAddressEqual(actual, admin)
    ? []
    : [`Its admin is ${actual}, in the file ${admin}`];
  for (const token of eurc ? [usdc, eurc] : [usdc]) {
    const args = [token] as const;
    const known = await client.readContract({ ...contract, functionName: "isAccepted", args });
    if (!known) problems.push(`It does not take the file's token ${token}`);
  }
  for (const kind of coreKinds) {
    if (!contracts[kind]) continue;
    const args = [coreAddress(kind, coreSalt)] as const;
    const known = await client.readContract({ ...contract, functionName: "isReserved", args });
    if (!known) problems.push(`A merchant could name the ${kind} ${args[0]} as its payout`);
  }
  return problems;
}

/** The address says which init code made it, and with which salt (CREATE2, EIP-1014). */
function placeProblems(kind: CoreKind, { coreSalt }: DeploymentFile, address: Address): string[] {
  const expected = coreAddress(kind, coreSalt);
  if (isAddressEqual(address, expected)) return [];
  return [`It is at ${address}; the committed code with the file's salt is at ${expected}`];
}

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  type Address,
  createPublicClient,
  type Hex,
  http,
  isAddressEqual,
  keccak256,
  zeroAddress,
} from "viem";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
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
 * immutables masked, the code hash in the file, and the addresses that the contract was made with.
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
    ...(sameCode ? await addressProblems(client, deployment, kind, contract) : []),
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

/** The addresses that are fixed in the code must be the file's; operator and a later treasury may have moved on. */
async function addressProblems(
  client: Client,
  deployment: DeploymentFile,
  kind: ContractKind,
  { address }: DeployedContract,
): Promise<string[]> {
  if (kind === "registry") {
    await client.readContract({ abi: merchantRegistryAbi, address, functionName: "operator" });
    return [];
  }
  if (kind === "refunds") return refundProblems(client, deployment, address);
  if (kind === "subscriptions") return subscriptionProblems(client, deployment, address);
  if (kind === "chargeRefunds") return chargeRefundProblems(client, deployment, address);
  return processorProblems(client, deployment, address);
}

async function processorProblems(
  client: Client,
  deployment: DeploymentFile,
  address: Address,
): Promise<string[]> {
  const contract = { abi: paymentProcessorAbi, address } as const;
  const [registry, usdc, eurc, admin] = await Promise.all([
    client.readContract({ ...contract, functionName: "registry" }),
    client.readContract({ ...contract, functionName: "usdc" }),
    client.readContract({ ...contract, functionName: "eurc" }),
    client.readContract({ ...contract, functionName: "admin" }),
  ]);
  const expected = [
    ["registry", registry, deployment.contracts.registry.address],
    ["usdc", usdc, deployment.usdc],
    ["eurc", eurc, deployment.eurc ?? zeroAddress],
    ["admin", admin, deployment.admin],
  ] as const;
  return differing(expected);
}

/** Registry and tokens come from the processor. */
async function refundProblems(
  client: Client,
  { contracts }: DeploymentFile,
  address: DeployedContract["address"],
): Promise<string[]> {
  const contract = { abi: refundManagerAbi, address } as const;
  const processor = await client.readContract({ ...contract, functionName: "processor" });
  return differing([["processor", processor, contracts.processor?.address ?? zeroAddress]]);
}

/** The registry comes from the subscription manager. */
async function chargeRefundProblems(
  client: Client,
  { contracts }: DeploymentFile,
  address: Address,
): Promise<string[]> {
  const contract = { abi: chargeRefundManagerAbi, address } as const;
  const subscriptions = await client.readContract({ ...contract, functionName: "subscriptions" });
  const wanted = contracts.subscriptions?.address ?? zeroAddress;
  return differing([["subscriptions", subscriptions, wanted]]);
}

/** What it took over from the processor, and no processor can change. */
async function subscriptionProblems(
  client: Client,
  { contracts, usdc, eurc, admin }: DeploymentFile,
  address: Address,
): Promise<string[]> {
  const contract = { abi: subscriptionManagerAbi, address } as const;
  const read = (functionName: "registry" | "usdc" | "eurc" | "admin") =>
    client.readContract({ ...contract, functionName });
  return differing([
    ["registry", await read("registry"), contracts.registry.address],
    ["usdc", await read("usdc"), usdc],
    ["eurc", await read("eurc"), eurc ?? zeroAddress],
    ["admin", await read("admin"), admin],
  ]);
}

function differing(expected: readonly (readonly [string, Address, Address])[]): string[] {
  return expected
    .filter(([, actual, wanted]) => !isAddressEqual(actual, wanted))
    .map(([name, actual, wanted]) => `Its ${name} is ${actual}, in the file ${wanted}`);
}

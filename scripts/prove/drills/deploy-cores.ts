import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import type { DeploymentFile } from "@/lib/adapters/chain/deployment";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { readDeployment } from "@/scripts/build/contracts/deployment-on-disk";
import { projectRoot } from "@/scripts/build/contracts/sources";
import { type Anvil, startAnvil } from "@/scripts/run/services/anvil";

const execute = promisify(execFile);
const ETHER = "0x3635c9adc5dea00000";

/** What a registry is made with, and with which core. */
interface NewDeployment {
  readonly rpc: string;
  readonly deployerKey: Hex;
  readonly file: string;
  readonly usdc: string;
  readonly eurc: string | null;
  readonly operator: string;
  readonly treasury: string;
  readonly admin: string;
  /** Of `--own-core`; null for the core that all share. */
  readonly salt: string | null;
}

/** `npm run contracts:deploy`, and what it printed. */
export async function deployByCommand(given: NewDeployment): Promise<DeploymentFile> {
  const { rpc, file, usdc, eurc, operator, treasury, admin, salt } = given;
  const named = { rpc, mode: "test", file, usdc, eurc, operator, treasury, admin };
  const options = Object.entries({ ...named, "own-core": salt }).flatMap(([name, value]) =>
    value === null ? [] : [`--${name}`, value],
  );
  const env = { DEPLOYER_PRIVATE_KEY: given.deployerKey };
  await runProgram("scripts/build/contracts/deploy-command.ts", options, env);
  return readDeployment(file);
}

/**
 * `npm run contracts:verify`.
 * @throws Error the chain has something else than the sources give
 */
export function verifyByCommand(rpc: string, file: string): Promise<string> {
  const options = ["--rpc", rpc, "--file", file, "--out", `${file}-sources`];
  return runProgram("scripts/build/contracts/verify-command.ts", options);
}

/**
 * Runs a program of the project, and resolves with what it printed.
 * @throws Error it ended with another code than 0, with what it printed
 */
export async function runProgram(
  path: string,
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const program = ["--import", "tsx", join(projectRoot, path), ...options];
  const place = { cwd: projectRoot, env: { ...process.env, ...env } };
  return (await execute(process.execPath, program, place)).stdout;
}

/** The addresses of the contracts of a core. */
export const coreOf = ({ contracts: { registry: _, ...core } }: DeploymentFile): Hex[] =>
  Object.values(core).map(({ address }) => address);

/**
 * Deploys the shared core on two chains, and beside it a core of a house on one of them, and verifies all three.
 * @returns what is not as it should be, a sentence each
 */
export async function compareChains(folder: string): Promise<string[]> {
  const chains = await Promise.all([10, 11].map((chainId) => openChain(folder, chainId)));
  try {
    const [one, other] = chains;
    if (!one || !other) throw new Error("there are two chains");
    const here = await one.deploy("shared", null);
    const there = await other.deploy("shared", null);
    const house = await one.deploy("house", "house");
    const known = new Set(coreOf(here).map((address) => address.toLowerCase()));
    return [
      ...(coreOf(here).join() === coreOf(there).join() ? [] : ["the chains' cores differ"]),
      ...(coreOf(house).some((address) => known.has(address.toLowerCase()))
        ? ["the house's core is the shared one"]
        : []),
    ];
  } finally {
    for (const { anvil } of chains) anvil.child.kill("SIGTERM");
  }
}

async function openChain(folder: string, chainId: number) {
  const own = join(folder, `chain-${chainId}`);
  mkdirSync(own);
  const anvil: Anvil = await startAnvil({ port: 0, folder: own, chainId });
  await anvil.request("evm_setAutomine", [true]);
  const rpc = anvil.rpcUrl;
  const deployerKey = generatePrivateKey();
  await anvil.request("anvil_setBalance", [privateKeyToAddress(deployerKey), ETHER]);
  const { usdc } = await deployLocalTokens({ rpcUrl: rpc, deployerKey });
  const [operator = "", treasury = "", admin = ""] = [1, 2, 3].map(() =>
    privateKeyToAddress(generatePrivateKey()),
  );
  const common = { rpc, deployerKey, usdc, eurc: null, operator, treasury, admin };
  return {
    anvil,
    deploy: async (name: string, salt: string | null) => {
      const file = join(own, `${name}.json`);
      const deployment = await deployByCommand({ ...common, file, salt });
      await verifyByCommand(rpc, file);
      return deployment;
    },
  };
}

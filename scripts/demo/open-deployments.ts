import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Address, type Hex, keccak256 } from "viem";
import { type DeploymentFile, deploymentFile } from "@/lib/adapters/chain/deployment";
import { type Mode, modes } from "@/lib/core/modes";
import { deployContracts } from "@/scripts/contracts/deploy";
import { deployLocalTokens } from "@/scripts/contracts/deploy-local-tokens";
import type { DeployerOptions } from "@/scripts/contracts/deployer";
import type { JsonRpc } from "@/scripts/services/json-rpc";

/** The contracts of each mode, on one local chain and with the same tokens. */
export type DemoDeployments = Record<Mode, DeploymentFile>;

/** Where the app finds the deployment of a mode. */
export const deploymentPath = (folder: string, mode: Mode): string => join(folder, `${mode}.json`);

/**
 * Reads the deployments in `folder` if the chain has them, and otherwise deploys tokens and both
 * sets of contracts anew.
 * @param roles.deployer Owns the tokens and may mint them
 */
export async function openDeployments(
  request: JsonRpc,
  folder: string,
  roles: { deployer: DeployerOptions; operator: Address; treasury: Address },
): Promise<{ deployments: DemoDeployments; isNew: boolean }> {
  const kept = readKept(folder);
  if (kept && (await isOnChain(request, kept.test)) && (await isOnChain(request, kept.live))) {
    return { deployments: kept, isNew: false };
  }
  const { deployer, operator, treasury } = roles;
  const tokens = await deployLocalTokens(deployer);
  const common = { ...deployer, ...tokens, operator, treasury };
  const deployments = {
    test: await deployContracts({ ...common, mode: "test" }),
    live: await deployContracts({ ...common, mode: "live" }),
  };
  mkdirSync(folder, { recursive: true });
  for (const mode of modes) {
    const path = deploymentPath(folder, mode);
    writeFileSync(`${path}.new`, `${JSON.stringify(deployments[mode], null, 2)}\n`);
    renameSync(`${path}.new`, path);
  }
  const written = readKept(folder);
  if (!written) throw new Error(`The deployments in ${folder} cannot be read back`);
  return { deployments: written, isNew: true };
}

function readKept(folder: string): DemoDeployments | undefined {
  try {
    const read = (mode: Mode) =>
      deploymentFile.parse(JSON.parse(readFileSync(deploymentPath(folder, mode), "utf8")));
    return { test: read("test"), live: read("live") };
  } catch {
    return undefined;
  }
}

async function isOnChain(request: JsonRpc, file: DeploymentFile): Promise<boolean> {
  const genesis = await request<{ hash: string }>("eth_getBlockByNumber", ["0x0", false]);
  if (genesis.hash !== file.genesisHash) return false;
  const code = (address: Address) => request<Hex>("eth_getCode", [address, "latest"]);
  if (keccak256(await code(file.registry)) !== file.codeHashes.registry) return false;
  if (keccak256(await code(file.processor)) !== file.codeHashes.processor) return false;
  const tokens = file.eurc ? [file.usdc, file.eurc] : [file.usdc];
  const tokenCodes = await Promise.all(tokens.map(code));
  return tokenCodes.every((text) => text !== "0x");
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Address, type Hex, keccak256 } from "viem";
import { refuseOtherCore } from "@/lib/adapters/chain/core-addresses";
import { type DeploymentFile, refuseOtherVersions } from "@/lib/adapters/chain/deployment";
import { type Mode, modes } from "@/lib/core/modes";
import { deployableKinds } from "@/scripts/build/contracts/creations";
import { deployContracts, extendDeployment } from "@/scripts/build/contracts/deploy";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import type { DeployerOptions } from "@/scripts/build/contracts/deployer";
import { readDeployment, writeDeployment } from "@/scripts/build/contracts/deployment-on-disk";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";

/** The contracts of each mode, on one local chain and with the same tokens. */
export type DemoDeployments = Record<Mode, DeploymentFile>;

/** Where the app finds the deployment of a mode. */
export const deploymentPath = (folder: string, mode: Mode): string => join(folder, `${mode}.json`);

/** Who has which part in the contracts. */
interface DemoRoles {
  /** Owns the tokens and may mint them. */
  deployer: DeployerOptions;
  operator: Address;
  treasury: Address;
  admin: Address;
}

/**
 * Reads the deployments in `folder` if the chain has them, and adds the contracts that an earlier release had not;
 * otherwise deploys tokens and both sets of contracts anew.
 * @throws Error they are another release's, with which this one does not work
 */
export async function openDeployments(
  request: JsonRpc,
  folder: string,
  roles: DemoRoles,
): Promise<{ deployments: DemoDeployments; isNew: boolean }> {
  const kept = readKept(folder);
  if (kept) refuseOtherReleases(folder, kept);
  if (kept && (await isOnChain(request, kept.test)) && (await isOnChain(request, kept.live))) {
    for (const mode of modes) await addMissing(roles.deployer, folder, kept[mode]);
    return { deployments: readKept(folder) ?? kept, isNew: false };
  }
  const { deployer, ...others } = roles;
  const tokens = await deployLocalTokens(deployer);
  const common = { ...deployer, ...tokens, ...others };
  for (const mode of modes) {
    writeDeployment(deploymentPath(folder, mode), await deployContracts({ ...common, mode }));
  }
  const written = readKept(folder);
  if (!written) throw new Error(`The deployments in ${folder} cannot be read back`);
  return { deployments: written, isNew: true };
}

async function addMissing(
  deployer: DeployerOptions,
  folder: string,
  deployment: DeploymentFile,
): Promise<void> {
  const { contracts } = deployment;
  const missing = deployableKinds.filter((kind) => !contracts[kind]);
  if (missing.length === 0) return;
  const extended = await extendDeployment(deployer, deployment, missing);
  writeDeployment(deploymentPath(folder, deployment.mode), extended);
}

function readKept(folder: string): DemoDeployments | undefined {
  if (!modes.every((mode) => existsSync(deploymentPath(folder, mode)))) return undefined;
  const read = (mode: Mode) => readDeployment(deploymentPath(folder, mode));
  try {
    return { test: read("test"), live: read("live") };
  } catch {
    throw ofOtherRelease(folder);
  }
}

function refuseOtherReleases(folder: string, kept: DemoDeployments): void {
  for (const mode of modes) {
    const path = deploymentPath(folder, mode);
    refuseOtherVersions(path, kept[mode]);
    try {
      refuseOtherCore(path, kept[mode]);
    } catch {
      throw ofOtherRelease(folder);
    }
  }
}

const ofOtherRelease = (folder: string) =>
  new Error(`The contracts in ${folder} are another release's. Start over with --reset`);

async function isOnChain(request: JsonRpc, file: DeploymentFile): Promise<boolean> {
  const genesis = await request<{ hash: string }>("eth_getBlockByNumber", ["0x0", false]);
  if (genesis.hash !== file.genesisHash) return false;
  const code = (address: Address) => request<Hex>("eth_getCode", [address, "latest"]);
  for (const { address, codeHash } of Object.values(file.contracts)) {
    if (keccak256(await code(address)) !== codeHash) return false;
  }
  const tokens = file.eurc ? [file.usdc, file.eurc] : [file.usdc];
  const tokenCodes = await Promise.all(tokens.map(code));
  return tokenCodes.every((text) => text !== "0x");
}

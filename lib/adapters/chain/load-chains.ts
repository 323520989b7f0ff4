import { readFile } from "node:fs/promises";
import type { Env } from "@/lib/adapters/env/env";
import type { Mode } from "@/lib/core/modes";
import { type Chain, type Chains, chainFrom, type Deployment } from "./chains";
import { type DeploymentFile, deploymentFile } from "./deployment";
import { type ChainPreset, findPreset } from "./presets";
import { httpRpc } from "./rpc";

interface ModeSettings {
  mode: Mode;
  preset: ChainPreset;
  rpcUrls: readonly string[];
  publicRpcUrls: readonly string[];
  finalityDepth: number | undefined;
  deploymentPath: string;
}

function modeSettings(env: Env): ModeSettings[] {
  const test = {
    mode: "test" as const,
    name: env.TEST_CHAIN,
    rpcUrls: env.TEST_RPC_URLS,
    publicRpcUrls: env.TEST_PUBLIC_RPC_URLS,
    finalityDepth: env.TEST_FINALITY_DEPTH,
    deploymentPath: env.TEST_DEPLOYMENT,
  };
  const live = env.LIVE_DEPLOYMENT && {
    mode: "live" as const,
    name: env.LIVE_CHAIN,
    rpcUrls: env.LIVE_RPC_URLS,
    publicRpcUrls: env.LIVE_PUBLIC_RPC_URLS,
    finalityDepth: env.LIVE_FINALITY_DEPTH,
    deploymentPath: env.LIVE_DEPLOYMENT,
  };
  return [test, ...(live ? [live] : [])].map(({ name, ...settings }) => {
    const preset = findPreset(name);
    if (!preset)
      throw new Error(`${settings.mode.toUpperCase()}_CHAIN: no chain is called ${name}`);
    return { ...settings, preset };
  });
}

async function readDeployment({ mode, deploymentPath }: ModeSettings): Promise<DeploymentFile> {
  const name = `${mode.toUpperCase()}_DEPLOYMENT (${deploymentPath})`;
  const text = await readFile(deploymentPath, "utf8").catch(() => {
    throw new Error(`${name} cannot be read`);
  });
  const file = deploymentFile.safeParse(JSON.parse(text));
  if (!file.success) throw new Error(`${name} is not a deployment file: ${file.error.message}`);
  if (file.data.mode !== mode) throw new Error(`${name} was made for ${file.data.mode} mode`);
  return file.data;
}

function chainOf(settings: ModeSettings): Chain {
  const { preset, finalityDepth } = settings;
  const rpcUrls = settings.rpcUrls.length > 0 ? settings.rpcUrls : preset.rpcUrls;
  if (rpcUrls.length === 0) {
    throw new Error(`${settings.mode.toUpperCase()}_RPC_URLS is needed for ${preset.label}`);
  }
  return chainFrom(preset, {
    rpc: httpRpc(rpcUrls),
    publicRpcUrls: settings.publicRpcUrls.length > 0 ? settings.publicRpcUrls : preset.rpcUrls,
    finality: finalityDepth ? { kind: "depth", depth: finalityDepth } : undefined,
  });
}

/** A deployment before its tokens were read from the chain and its row was found. */
export type UnpinnedDeployment = Omit<Deployment, "id" | "tokens">;

/**
 * Reads which chains and contracts the environment names; both modes may share a chain.
 * Nothing is asked of the chains yet.
 * @throws Error naming the setting that is wrong
 */
export async function configuredDeployments(env: Env): Promise<UnpinnedDeployment[]> {
  const chains = new Map<number, Chain>();
  const deployments: UnpinnedDeployment[] = [];
  for (const settings of modeSettings(env)) {
    const file = await readDeployment(settings);
    if (file.chainId !== settings.preset.chainId) {
      throw new Error(
        `${settings.deploymentPath} is for chain ${file.chainId}, not ${settings.preset.label}`,
      );
    }
    const chain = chains.get(file.chainId) ?? chainOf(settings);
    chains.set(file.chainId, chain);
    deployments.push({ ...file, chain });
  }
  return deployments;
}

/** The chains of a set of deployments, each once. */
export function chainsOf(deployments: readonly Deployment[]): Chains {
  return { deployments, all: [...new Set(deployments.map(({ chain }) => chain))] };
}

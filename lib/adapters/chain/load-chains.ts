import { readFile } from "node:fs/promises";
import type { Env } from "@/lib/adapters/env/env";
import type { Mode } from "@/lib/core/modes";
import { type Chain, type Chains, chainFrom, type Deployment } from "./chains";
import { type DeploymentFile, deploymentFile } from "./deployment";
import { type ChainPreset, customChain, customPreset, findPreset } from "./presets";
import { httpRpc } from "./rpc";

interface ModeSettings {
  mode: Mode;
  chainName: string;
  rpcUrls: readonly string[];
  publicRpcUrls: readonly string[];
  finalityDepth: number | undefined;
  deploymentPath: string;
}

function modeSettings(env: Env): ModeSettings[] {
  const test = {
    mode: "test" as const,
    chainName: env.TEST_CHAIN,
    rpcUrls: env.TEST_RPC_URLS,
    publicRpcUrls: env.TEST_PUBLIC_RPC_URLS,
    finalityDepth: env.TEST_FINALITY_DEPTH,
    deploymentPath: env.TEST_DEPLOYMENT,
  };
  const live = env.LIVE_DEPLOYMENT && {
    mode: "live" as const,
    chainName: env.LIVE_CHAIN,
    rpcUrls: env.LIVE_RPC_URLS,
    publicRpcUrls: env.LIVE_PUBLIC_RPC_URLS,
    finalityDepth: env.LIVE_FINALITY_DEPTH,
    deploymentPath: env.LIVE_DEPLOYMENT,
  };
  return live ? [test, live] : [test];
}

function presetOf({ mode, chainName, deploymentPath }: ModeSettings, chainId: number): ChainPreset {
  const preset = chainName === customChain ? customPreset(chainId) : findPreset(chainName);
  if (!preset) throw new Error(`${mode.toUpperCase()}_CHAIN: no chain is called ${chainName}`);
  if (preset.chainId !== chainId) {
    throw new Error(`${deploymentPath} is for chain ${chainId}, not ${preset.label}`);
  }
  return preset;
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

function chainOf(
  settings: ModeSettings,
  named: ChainPreset,
  { genesisHash }: DeploymentFile,
): Chain {
  const preset = withFinality(named, settings.finalityDepth);
  const rpcUrls = settings.rpcUrls.length > 0 ? settings.rpcUrls : preset.rpcUrls;
  if (rpcUrls.length === 0) {
    throw new Error(`${settings.mode.toUpperCase()}_RPC_URLS is needed for ${preset.label}`);
  }
  return chainFrom(preset, {
    rpc: httpRpc(rpcUrls),
    genesisHash,
    publicRpcUrls: settings.publicRpcUrls.length > 0 ? settings.publicRpcUrls : preset.rpcUrls,
  });
}

/** A depth of the operator's own also decides how long payers are told to wait. */
function withFinality(preset: ChainPreset, depth: number | undefined): ChainPreset {
  if (depth === undefined) return preset;
  const expectedFinalSeconds = Math.ceil((depth + 1) * preset.blockSeconds);
  return { ...preset, finality: { kind: "depth", depth }, expectedFinalSeconds };
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
    const preset = presetOf(settings, file.chainId);
    const chain = chains.get(file.chainId) ?? chainOf(settings, preset, file);
    if (env.WEBHOOK_ALLOW_PRIVATE && !chain.local) {
      throw new Error(
        `WEBHOOK_ALLOW_PRIVATE=1 is for the local chain, not for ${chain.preset.label}`,
      );
    }
    chains.set(file.chainId, chain);
    deployments.push({ ...file, chain });
  }
  return deployments;
}

/** The chains of a set of deployments, each once. */
export function chainsOf(deployments: readonly Deployment[]): Chains {
  return { deployments, all: [...new Set(deployments.map(({ chain }) => chain))] };
}

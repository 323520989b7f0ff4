import { readFile } from "node:fs/promises";
import type { ChainSettings } from "@/lib/adapters/env/chain-settings";
import type { Env } from "@/lib/adapters/env/env";
import { type Mode, modes } from "@/lib/core/modes";
import { type Chain, type Chains, chainFrom, type Deployment } from "./chains";
import { refuseOtherCore } from "./core-addresses";
import { type DeploymentFile, deploymentFile, refuseOtherVersions } from "./deployment";
import { type ChainPreset, customChain, customPreset, findPreset } from "./presets";
import { httpRpc } from "./rpc/rpc";

/** What the environment says of a mode. */
interface ModeSettings {
  mode: Mode;
  /** `TEST` or `LIVE`, with which its settings begin. */
  prefix: string;
  chainNames: readonly string[];
  paths: readonly string[];
  /** Of the only chain. */
  common: ChainSettings;
  byChain: ReadonlyMap<number, ChainSettings>;
}

function modeSettings(env: Env, mode: Mode): ModeSettings {
  const prefix = mode === "test" ? "TEST" : "LIVE";
  return {
    mode,
    prefix,
    chainNames: env[`${prefix}_CHAIN`],
    paths: env[`${prefix}_DEPLOYMENT`] ?? [],
    common: {
      rpcUrls: env[`${prefix}_RPC_URLS`],
      publicRpcUrls: env[`${prefix}_PUBLIC_RPC_URLS`],
      finalityDepth: env[`${prefix}_FINALITY_DEPTH`],
      safeDepth: env[`${prefix}_SAFE_DEPTH`],
      walletFactories: env[`${prefix}_WALLET_FACTORIES`],
    },
    byChain: env.NAMED_CHAINS?.[mode] ?? new Map(),
  };
}

async function readDeployment(
  { mode, prefix }: ModeSettings,
  path: string,
): Promise<DeploymentFile> {
  const name = `${prefix}_DEPLOYMENT (${path})`;
  const text = await readFile(path, "utf8").catch(() => {
    throw new Error(`${name} cannot be read`);
  });
  const file = deploymentFile.safeParse(JSON.parse(text));
  if (!file.success) throw new Error(`${name} is not a deployment file: ${file.error.message}`);
  if (file.data.mode !== mode) throw new Error(`${name} was made for ${file.data.mode} mode`);
  refuseOtherVersions(name, file.data);
  refuseOtherCore(name, file.data);
  return file.data;
}

/** One of the chains that the mode names; `custom` is any chain without another name there. */
function presetOf({ prefix, chainNames }: ModeSettings, path: string, chainId: number) {
  const named = chainNames
    .filter((name) => name !== customChain)
    .map((name) => {
      const preset = findPreset(name);
      if (!preset) throw new Error(`${prefix}_CHAIN: no chain is called ${name}`);
      return preset;
    });
  const preset = named.find((one) => one.chainId === chainId);
  if (preset) return preset;
  if (chainNames.includes(customChain)) return customPreset(chainId);
  const labels = named.map(({ label }) => label).join(" or ");
  throw new Error(`${path} is for chain ${chainId}, not ${labels}`);
}

/** A setting without a chain's id is meant for the only chain of a mode: with several, none is guessed. */
function settingsOf(settings: ModeSettings, chainId: number, isOnly: boolean): ChainSettings {
  const { prefix, common } = settings;
  const own = settings.byChain.get(chainId);
  const { rpcUrls, publicRpcUrls, finalityDepth, safeDepth, walletFactories } = common;
  const given = {
    RPC_URLS: rpcUrls.length > 0,
    PUBLIC_RPC_URLS: publicRpcUrls.length > 0,
    FINALITY_DEPTH: finalityDepth !== undefined,
    SAFE_DEPTH: safeDepth !== undefined,
    WALLET_FACTORIES: walletFactories !== undefined,
  };
  const [unclear] = Object.entries(given).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
  if (unclear && !isOnly) {
    throw new Error(
      `${prefix}_${unclear}: there are several chains; say which one is meant, as in ${prefix}_${unclear}_${chainId}`,
    );
  }
  return {
    rpcUrls: own?.rpcUrls.length ? own.rpcUrls : rpcUrls,
    publicRpcUrls: own?.publicRpcUrls.length ? own.publicRpcUrls : publicRpcUrls,
    finalityDepth: own?.finalityDepth ?? finalityDepth,
    safeDepth: own?.safeDepth ?? safeDepth,
    walletFactories: own?.walletFactories ?? walletFactories,
  };
}

/**
 * A depth of the operator's own also decides how long payers are told to wait.
 * @throws Error a block would be safe only when it is final, or the node names its final block
 */
function withFinality(
  preset: ChainPreset,
  { finalityDepth, safeDepth: safe }: Pick<ChainSettings, "finalityDepth" | "safeDepth">,
): ChainPreset {
  const counted = preset.finality.kind === "depth" ? preset.finality.depth : undefined;
  const depth = finalityDepth ?? counted;
  if (safe !== undefined && (depth === undefined || safe >= depth)) {
    throw new Error(`SAFE_DEPTH must be below the FINALITY_DEPTH that is set for ${preset.label}`);
  }
  if (depth === undefined || (finalityDepth === undefined && safe === undefined)) return preset;
  const expectedFinalSeconds = Math.ceil((depth + 1) * preset.blockSeconds);
  const finality = { kind: "depth", depth, ...(safe === undefined ? {} : { safe }) } as const;
  return { ...preset, finality, expectedFinalSeconds };
}

/** A deployment before its tokens were read from the chain and its row was found. */
export type UnpinnedDeployment = Omit<Deployment, "id" | "tokens">;

/**
 * Reads which chains and contracts the environment names: a mode may have several chains, a chain
 * several deployments, and both modes may share a chain. Nothing is asked of the chains yet.
 * @throws Error naming the setting that is wrong
 */
export async function configuredDeployments(env: Env): Promise<UnpinnedDeployment[]> {
  const chains = new Map<number, Chain>();
  const deployments: UnpinnedDeployment[] = [];
  for (const mode of modes) {
    const settings = modeSettings(env, mode);
    const files = await Promise.all(
      settings.paths.map(async (path) => ({ path, file: await readDeployment(settings, path) })),
    );
    const ids = new Set(files.map(({ file }) => file.chainId));
    checkNamed(settings, ids);
    for (const { path, file } of files) {
      const own = settingsOf(settings, file.chainId, ids.size === 1);
      const preset = presetOf(settings, path, file.chainId);
      if (own.rpcUrls.length === 0 && preset.rpcUrls.length === 0) {
        const name = `${settings.prefix}_RPC_URLS${ids.size === 1 ? "" : `_${file.chainId}`}`;
        throw new Error(`${name} is needed for ${preset.label}`);
      }
      const chain = chains.get(file.chainId) ?? openChain(preset, own, file);
      chains.set(file.chainId, chain);
      checkPrivateWebhooks(env, chain);
      deployments.push({ ...file, chain });
    }
  }
  return deployments;
}

function openChain(
  preset: ChainPreset,
  { rpcUrls, publicRpcUrls, walletFactories, ...depths }: ChainSettings,
  { genesisHash }: DeploymentFile,
): Chain {
  return chainFrom(withFinality(preset, depths), {
    rpc: httpRpc(rpcUrls.length > 0 ? rpcUrls : preset.rpcUrls),
    genesisHash,
    publicRpcUrls: publicRpcUrls.length > 0 ? publicRpcUrls : preset.rpcUrls,
    ...(walletFactories && { walletFactories }),
  });
}

/** A setting of a chain that the mode does not have is a slip of the pen. */
function checkNamed({ prefix, byChain }: ModeSettings, ids: ReadonlySet<number>): void {
  const stray = [...byChain.keys()].find((id) => !ids.has(id));
  if (stray === undefined) return;
  throw new Error(`A setting names chain ${stray}, which no file of ${prefix}_DEPLOYMENT is for`);
}

function checkPrivateWebhooks({ WEBHOOK_ALLOW_PRIVATE }: Env, { local, preset }: Chain): void {
  if (!WEBHOOK_ALLOW_PRIVATE || local) return;
  throw new Error(`WEBHOOK_ALLOW_PRIVATE=1 is for the local chain, not for ${preset.label}`);
}

/** The chains of a set of deployments, each once. */
export function chainsOf(deployments: readonly Deployment[]): Chains {
  return { deployments, all: [...new Set(deployments.map(({ chain }) => chain))] };
}

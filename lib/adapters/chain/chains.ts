import type { Currency } from "@/lib/core/amounts/money";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { DeployedContract, DeploymentFile } from "./deployment";
import type { ChainPreset, Finality } from "./presets";
import { localChainId } from "./presets";
import type { Rpc } from "./rpc/rpc";
import { knownWalletFactories } from "./wallet-factories";

/** A chain as the app uses it. */
export interface Chain {
  readonly id: number;
  readonly preset: ChainPreset;
  readonly finality: Finality;
  /** The hash of the chain's first block, as its contracts' deployment recorded it; null where it is not known. */
  readonly genesisHash: Bytes32 | null;
  /** Development conveniences exist on the local chain alone. */
  readonly local: boolean;
  /** For how long a block is final before its logs are read a second time, in milliseconds. */
  readonly secondReadingMs: number;
  readonly rpc: Rpc;
  /** How the payer's wallet reaches the chain. */
  readonly publicRpcUrls: readonly string[];
  /** The contracts that the relay lets create payers' wallets (ERC-6492), in lower case. */
  readonly walletFactories: readonly Address[];
}

/** A token that we settle in, as its contract describes itself. */
export interface Token {
  readonly currency: Currency;
  readonly address: Address;
  readonly chainId: number;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly version: string;
  /** Bit 0: EIP-2612 permit; bit 1: EIP-3009 transfer with authorization. */
  readonly capabilities: number;
  /** The separator of the token's EIP-712 domain. */
  readonly domainSeparator: Bytes32;
}

/** Our contracts on a chain in one mode. */
export interface Deployment
  extends Pick<DeploymentFile, "mode" | "chainId" | "usdc" | "eurc" | "genesisHash" | "contracts"> {
  /** `dep_…`, the row's id. */
  readonly id: string;
  readonly chain: Chain;
  /** As its file names it; the zero address of one that is retired. */
  readonly treasury: Address;
  /** By currency; a chain may have no EURC. */
  readonly tokens: Partial<Record<Currency, Token>>;
}

/** The chains and deployments that this installation is configured for. */
export interface Chains {
  readonly all: readonly Chain[];
  readonly deployments: readonly Deployment[];
  /** Those that were configured before: what was begun there is still shown, and nothing can be asked of their chain. */
  readonly retired?: readonly Deployment[];
}

/**
 * The deployments of a mode, or of its chain, in the order in which they are to be used: the chains as
 * they are configured, and of each chain the newest first.
 */
export function deploymentsOf(chains: Chains, mode: Mode, chainId?: number): Deployment[] {
  const ofMode = chains.deployments.filter((deployment) => deployment.mode === mode);
  const order = [...new Set(ofMode.map((deployment) => deployment.chainId))];
  return ofMode
    .filter((deployment) => chainId === undefined || deployment.chainId === chainId)
    .sort(
      (a, b) =>
        order.indexOf(a.chainId) - order.indexOf(b.chainId) ||
        b.contracts.registry.startBlock - a.contracts.registry.startBlock,
    );
}

/** The deployment that is used first in a mode. */
export function deploymentOf(chains: Chains, mode: Mode): Deployment {
  const [found] = deploymentsOf(chains, mode);
  if (!found) throw new Error(`No deployment is configured for ${mode} mode`);
  return found;
}

/**
 * The contract of a kind.
 * @throws Refusal `permission_denied` with `not_deployed`: the deployment has none
 */
export function contractOf(
  { contracts, chainId }: Pick<Deployment, "contracts" | "chainId">,
  kind: ContractKind,
): DeployedContract {
  const found = contracts[kind];
  if (!found) throw notDeployed(kind, `chain ${chainId}`);
  return found;
}

/**
 * The address of the contract of a kind.
 * @throws Refusal `permission_denied` with `not_deployed`: the deployment has none
 */
export function addressOf(
  deployment: Pick<Deployment, "contracts" | "chainId">,
  kind: ContractKind,
): Address {
  return contractOf(deployment, kind).address;
}

/** Refuses what needs a contract that is not there. */
export function notDeployed(kind: ContractKind, where: string): Refusal {
  return new Refusal("permission_denied", `There is no ${kind} contract on ${where}.`, {
    details: { reason: "not_deployed", contract: kind },
  });
}

/** Those whose rows can be acted on: of a deployment that is not configured, nothing can be asked of its chain. */
export const deploymentIds = ({ deployments }: Pick<Chains, "deployments">): string[] =>
  deployments.map(({ id }) => id);

/** The deployment with that id, which a session or submission pinned; one that is retired answers no question. */
export function deploymentById({ deployments, retired = [] }: Chains, id: string): Deployment {
  const isIt = (deployment: Deployment) => deployment.id === id;
  const found = deployments.find(isIt) ?? retired.find(isIt);
  if (!found) throw new Error(`Deployment ${id} is not known`);
  return found;
}

/** The chain with that id. */
export function chainById(chains: Chains, chainId: number): Chain {
  const found = chains.all.find((chain) => chain.id === chainId);
  if (!found) throw new Error(`Chain ${chainId} is not configured`);
  return found;
}

/** The same, or that of a retired deployment, which answers no question. */
export function knownChain(chains: Chains, chainId: number): Chain {
  const retired = chains.retired?.find((deployment) => deployment.chainId === chainId);
  const isServed = chains.all.some(({ id }) => id === chainId);
  return retired && !isServed ? retired.chain : chainById(chains, chainId);
}

/** The token at an address of a deployment, if we settle in it. */
export function tokenAt(deployment: Deployment, address: Address): Token | undefined {
  return Object.values(deployment.tokens).find((token) => token.address === address);
}

/** A node's trouble with its logs is mostly over by then; what waits for it are answers that something did not happen. */
const SECOND_READING_MS = 90_000;

/** Builds a chain from its preset, with the operator's own RPC and finality where given. */
export function chainFrom(
  preset: ChainPreset,
  options: {
    rpc: Rpc;
    publicRpcUrls?: readonly string[];
    finality?: Finality;
    genesisHash?: Bytes32;
    walletFactories?: readonly Address[];
  },
): Chain {
  return {
    id: preset.chainId,
    preset,
    finality: options.finality ?? preset.finality,
    genesisHash: options.genesisHash ?? null,
    local: preset.chainId === localChainId,
    secondReadingMs: preset.chainId === localChainId ? 0 : SECOND_READING_MS,
    rpc: options.rpc,
    publicRpcUrls: options.publicRpcUrls ?? preset.rpcUrls,
    walletFactories: options.walletFactories ?? knownWalletFactories(preset.chainId),
  };
}

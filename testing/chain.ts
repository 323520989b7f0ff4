import { type Address, type Hex, keccak256, toHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { type Deployment, deployContracts } from "@/scripts/build/contracts/deploy";
import { deployLocalTokens, type LocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { deployLocalWallets } from "@/scripts/build/contracts/deploy-local-wallets";
import { LOCAL_CHAIN_ID } from "@/scripts/run/services/anvil";
import { type BareChain, startBareChain } from "./bare-chain";

const RELAYERS = 3;
const PAYERS = 5;
/** 10,000 ether, in wei. */
const FUNDS = toHex(10_000n * 10n ** 18n);

/** A key pair of a test chain, the same in each run. */
export interface ChainAccount {
  address: Address;
  privateKey: Hex;
}

/** A local chain with tokens, and a deployment for each mode. */
export interface TestChain extends BareChain {
  deployments: Record<Deployment["mode"], Deployment>;
  tokens: LocalTokens;
  /** Owns and mints both tokens. Funded with ether, as the operator and the relayers are; payers and the rest are not. */
  deployer: ChainAccount;
  operator: ChainAccount;
  treasury: ChainAccount;
  relayers: ChainAccount[];
  payers: ChainAccount[];
}

/** What was put on a chain, and its state after that. */
interface PreparedChain extends Pick<TestChain, "deployments" | "tokens"> {
  state: string;
}

/** By chain. The files that share a process deploy once: what they get is as it was made. */
const prepared = new Map<number, Promise<PreparedChain>>();

const roles = () => ({
  deployer: account("deployer"),
  operator: account("operator"),
  treasury: account("treasury"),
  relayers: accounts("relayer", RELAYERS),
  payers: accounts("payer", PAYERS),
});

/**
 * Starts an anvil of its own with local USDC and EURC and the contracts of both modes: one per test file, made in `beforeAll`.
 * @example
 * const chain = await startChain();
 * afterAll(() => chain.stop());
 */
export async function startChain(chainId: number = LOCAL_CHAIN_ID): Promise<TestChain> {
  const bare = await startBareChain(chainId);
  const known = prepared.get(chainId);
  const made = known ?? prepare(bare);
  if (!known) prepared.set(chainId, made);
  try {
    const { state, deployments, tokens } = await made;
    if (known) await loadState(bare, state);
    return { ...bare, ...structuredClone({ deployments, tokens }), ...roles() };
  } catch (error) {
    prepared.delete(chainId);
    await bare.stop();
    throw error;
  }
}

/** Funds who sends transactions, and makes the contracts of both modes. */
async function prepare(bare: BareChain): Promise<PreparedChain> {
  const { deployer, operator, treasury, relayers } = roles();
  for (const { address } of [deployer, operator, ...relayers]) {
    await bare.request("anvil_setBalance", [address, FUNDS]);
  }
  const common = {
    rpcUrl: bare.rpcUrl,
    deployerKey: deployer.privateKey,
    onPending: () => bare.mine(),
  };
  const tokens = await deployLocalTokens(common);
  await deployLocalWallets(common);
  const parts = {
    operator: operator.address,
    treasury: treasury.address,
    admin: deployer.address,
  };
  const test = await deployContracts({ ...common, ...tokens, ...parts, mode: "test" });
  const live = await deployContracts({ ...common, ...tokens, ...parts, mode: "live" });
  // With the states of earlier blocks, from which what is final is read.
  const state = await bare.request<string>("anvil_dumpState", [true]);
  return { state, deployments: { test, live }, tokens };
}

/** Brings a new chain to a state that was made a while ago. Its clock is the machine's, not the state's. */
async function loadState(bare: BareChain, state: string): Promise<void> {
  await bare.request("anvil_loadState", [state]);
  await bare.request("evm_setTime", [Math.floor(Date.now() / 1_000)]);
}

function accounts(role: string, count: number): ChainAccount[] {
  return Array.from({ length: count }, (_, index) => account(`${role} ${index}`));
}

function account(name: string): ChainAccount {
  const privateKey = keccak256(toHex(`stipend test ${name}`));
  return { address: privateKeyToAddress(privateKey), privateKey };
}

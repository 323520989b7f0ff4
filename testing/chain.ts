import { type Address, type Hex, keccak256, toHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import type { Version } from "@/scripts/contracts/creations";
import { type Deployment, deployContracts } from "@/scripts/contracts/deploy";
import { deployLocalTokens, type LocalTokens } from "@/scripts/contracts/deploy-local-tokens";
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

/**
 * Starts an anvil of its own with local USDC and EURC and the contracts of both modes: one per test file, made in `beforeAll`.
 * @param version of registry and processor; only 2 has refunds and subscriptions
 * @example
 * const chain = await startChain();
 * afterAll(() => chain.stop());
 */
export async function startChain(chainId?: number, version: Version = 1): Promise<TestChain> {
  const bare = await startBareChain(chainId);
  const [deployer, operator] = [account("deployer"), account("operator")];
  const treasury = account("treasury");
  const relayers = accounts("relayer", RELAYERS);
  for (const { address } of [deployer, operator, ...relayers]) {
    await bare.request("anvil_setBalance", [address, FUNDS]);
  }
  const common = {
    rpcUrl: bare.rpcUrl,
    deployerKey: deployer.privateKey,
    onPending: () => bare.mine(),
  };
  const tokens = await deployLocalTokens(common);
  const roles = {
    version,
    operator: operator.address,
    treasury: treasury.address,
    ...(version === 2 && { admin: deployer.address }),
  };
  const test = await deployContracts({ ...common, ...tokens, ...roles, mode: "test" });
  const live = await deployContracts({ ...common, ...tokens, ...roles, mode: "live" });
  const payers = accounts("payer", PAYERS);
  return {
    ...bare,
    deployments: { test, live },
    tokens,
    deployer,
    operator,
    treasury,
    relayers,
    payers,
  };
}

function accounts(role: string, count: number): ChainAccount[] {
  return Array.from({ length: count }, (_, index) => account(`${role} ${index}`));
}

function account(name: string): ChainAccount {
  const privateKey = keccak256(toHex(`stipend test ${name}`));
  return { address: privateKeyToAddress(privateKey), privateKey };
}

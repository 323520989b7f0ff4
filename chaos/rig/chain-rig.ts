import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { encodeDeployData, encodeFunctionData, toHex } from "viem";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { localSmartWalletAbi } from "@/lib/adapters/chain/abi/local-smart-wallet";
import { type DeploymentFile, deploymentFile } from "@/lib/adapters/chain/deployment";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { readArtifact } from "@/scripts/build/contracts/artifact";
import { deployContracts } from "@/scripts/build/contracts/deploy";
import { deployLocalTokens } from "@/scripts/build/contracts/deploy-local-tokens";
import { connectDeployer, type Deployer } from "@/scripts/build/contracts/deployer";
import { type Anvil, startAnvil } from "@/scripts/run/services/anvil";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import { stopChild } from "@/scripts/run/services/stop-on-exit";
import { type Account, account } from "./accounts";

/** A local chain with both deployments. Nothing mines it yet. */
export interface ChainRig {
  id: number;
  rpcUrl: string;
  request: JsonRpc;
  deployments: DeploymentFile[];
  /** Owns and mints the tokens. */
  deployer: Deployer;
  operator: Account;
  stop(): Promise<void>;
}

/** 10,000 ether, in wei. */
const GAS_MONEY = toHex(10_000n * 10n ** 18n);

const STRANGER_CHAIN_ID = 1_337;
const STRANGER_BLOCKS = 4_000;
const MINED_AT_ONCE = 250;

/** Starts anvil and deploys tokens and the contracts of both modes, at the same addresses on each chain. */
export async function startChainRig(folder: string, id: number): Promise<ChainRig> {
  const home = join(folder, `chain-${id}`);
  mkdirSync(home);
  const { child, rpcUrl, request } = await startAnvil({ port: 0, folder: home, chainId: id });
  const mine = async () => {
    await request("evm_mine");
  };
  const [owner, operator] = [account("deployer"), account("operator")];
  await giveGas(request, [owner.address, operator.address]);
  const deployer = connectDeployer({ rpcUrl, deployerKey: owner.privateKey, onPending: mine });
  const common = { rpcUrl, deployerKey: owner.privateKey, onPending: mine };
  const tokens = await deployLocalTokens(common);
  const roles = {
    operator: operator.address,
    treasury: account("treasury").address,
    admin: account("admin").address,
  };
  const deployments: DeploymentFile[] = [];
  for (const mode of ["test", "live"] as const) {
    const file = await deployContracts({ ...common, ...tokens, ...roles, mode });
    deployments.push(deploymentFile.parse(file));
  }
  const stop = async () => {
    await stopChild(child, "SIGKILL", "SIGKILL", 0);
  };
  return { id, rpcUrl, request, deployments, deployer, operator, stop };
}

/** Starts a node of a chain that nobody uses, higher than the others ever get. */
export async function startStranger(folder: string): Promise<Anvil> {
  const home = join(folder, "stranger");
  mkdirSync(home);
  const stranger = await startAnvil({ port: 0, folder: home, chainId: STRANGER_CHAIN_ID });
  for (let mined = 0; mined < STRANGER_BLOCKS; mined += MINED_AT_ONCE) {
    await stranger.request("anvil_mine", [MINED_AT_ONCE]);
  }
  return stranger;
}

/** Gives accounts what they need to send transactions. */
export async function giveGas(request: JsonRpc, addresses: readonly Address[]): Promise<void> {
  for (const address of addresses) await request("anvil_setBalance", [address, GAS_MONEY]);
}

/** Mints test tokens, in the token's smallest unit. */
export async function mintTokens(
  deployer: Deployer,
  token: Address,
  to: readonly Address[],
  amount: bigint,
): Promise<void> {
  for (const address of to) {
    const data = encodeFunctionData({
      abi: localFiatTokenAbi,
      functionName: "mint",
      args: [address, amount],
    });
    await deployer.settle(await deployer.client.sendTransaction({ to: token, data, chain: null }));
  }
}

/** Deploys a smart wallet for each key. */
export async function deployWallets(
  deployer: Deployer,
  keys: readonly Account[],
): Promise<Account[]> {
  const { bytecode } = readArtifact("local-smart-wallet");
  const wallets: Account[] = [];
  for (const { address, privateKey } of keys) {
    const data = encodeDeployData({ abi: localSmartWalletAbi, bytecode, args: [address] });
    const created = await deployer.create(data);
    wallets.push({ address: lowerHex(created.address), privateKey, hasCode: true });
  }
  return wallets;
}

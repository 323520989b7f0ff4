import { join } from "node:path";
import { type Address, parseEther, parseUnits, toHex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { currencyDecimals } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import { deployLocalWallets } from "@/scripts/build/contracts/deploy-local-wallets";
import { connectDeployer, type Deployer } from "@/scripts/build/contracts/deployer";
import type { LocalChain } from "@/scripts/run/services/chain";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import { type DemoSecrets, keyList } from "./demo-secrets";
import { type DemoDeployments, openDeployments } from "./open-deployments";
import type { Note } from "./progress";

/** The local chain as the one who prepares it needs it. */
export type ChainAccess = Pick<LocalChain, "rpcUrl" | "request">;

export const deploymentsFolder = (dataDir: string): string => join(dataDir, "deployments");

/** An account of the local chain that sends transactions and does not wait for the next block. */
export function accountOn(chain: ChainAccess, privateKey: string) {
  const [deployerKey] = keyList(privateKey);
  if (!deployerKey) throw new Error("an account needs a key");
  const onPending = async () => {
    await chain.request("evm_mine");
  };
  return { rpcUrl: chain.rpcUrl, deployerKey, onPending };
}

/** Lets accounts charge subscriptions that may not yet, wherever there are any. */
async function allowKeepers(
  { client, settle }: Deployer,
  deployments: DemoDeployments,
  keepers: readonly Address[],
): Promise<void> {
  for (const mode of modes) {
    const { registry, subscriptions } = deployments[mode].contracts;
    if (!subscriptions) continue;
    const manager = { abi: merchantRegistryAbi, address: registry.address } as const;
    for (const keeper of keepers) {
      const args = [keeper] as const;
      if (await client.readContract({ ...manager, functionName: "isKeeper", args })) continue;
      const call = { ...manager, functionName: "setKeeper", args: [keeper, true] } as const;
      await settle(await client.writeContract({ ...call, chain: null }));
    }
  }
}

const ETHER = parseEther("10000");
const LEAST_ETHER = parseEther("1000");
const TOKENS = parseUnits("1000000", currencyDecimals);
const LEAST_TOKENS = parseUnits("100000", currencyDecimals);

/** Gives each account that has less than 1,000 ether 10,000, out of nothing: on a local chain only. */
async function fundEther(request: JsonRpc, accounts: readonly Address[]): Promise<void> {
  for (const account of accounts) {
    const balance = BigInt(await request<string>("eth_getBalance", [account, "latest"]));
    if (balance < LEAST_ETHER) await request("anvil_setBalance", [account, toHex(ETHER)]);
  }
}

/**
 * Mints what is missing to 1,000,000 to each account that has less than 100,000 of a token.
 * @param minter Owns the tokens
 */
async function fundTokens(
  { client, settle }: Deployer,
  tokens: readonly Address[],
  accounts: readonly Address[],
): Promise<void> {
  for (const address of tokens) {
    const token = { address, abi: localFiatTokenAbi } as const;
    for (const account of accounts) {
      const balance = await client.readContract({
        ...token,
        functionName: "balanceOf",
        args: [account],
      });
      if (balance >= LEAST_TOKENS) continue;
      const args = [account, TOKENS - balance] as const;
      await settle(
        await client.writeContract({ ...token, chain: null, functionName: "mint", args }),
      );
    }
  }
}

/**
 * Makes the local chain ready for payments: contracts and tokens are there, whoever sends
 * transactions has ether, the payers have tokens. What is so already stays as it is.
 */
export async function prepareChain(
  chain: ChainAccess,
  dataDir: string,
  { app, demo }: DemoSecrets,
  note: Note,
): Promise<DemoDeployments> {
  const wallets = keyList(demo.DEMO_WALLET_PRIVATE_KEYS).map(addressOf);
  const senders = [
    app.FAUCET_PRIVATE_KEY,
    app.OPERATOR_PRIVATE_KEY,
    app.AGENT_PRIVATE_KEY,
    demo.DEMO_MERCHANT_PRIVATE_KEY,
    ...keyList(app.RELAYER_PRIVATE_KEYS),
  ];
  await fundEther(chain.request, [...senders.map(addressOf), ...wallets]);
  const minter = accountOn(chain, app.FAUCET_PRIVATE_KEY);
  const { deployments, isNew } = await openDeployments(chain.request, deploymentsFolder(dataDir), {
    deployer: minter,
    operator: addressOf(app.OPERATOR_PRIVATE_KEY),
    treasury: addressOf(demo.DEMO_TREASURY_PRIVATE_KEY),
    admin: addressOf(demo.DEMO_ADMIN_PRIVATE_KEY),
  });
  await deployLocalWallets(minter);
  const keepers = keyList(app.RELAYER_PRIVATE_KEYS).map(addressOf);
  await allowKeepers(
    connectDeployer(accountOn(chain, app.OPERATOR_PRIVATE_KEY)),
    deployments,
    keepers,
  );
  const { usdc, eurc } = deployments.test;
  await fundTokens(connectDeployer(minter), eurc ? [usdc, eurc] : [usdc], wallets);
  note(isNew ? "deployed, wallets funded" : "kept");
  return deployments;
}

export const addressOf = (privateKey: string) => privateKeyToAddress(privateKey as `0x${string}`);

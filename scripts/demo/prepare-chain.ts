import { join } from "node:path";
import { privateKeyToAddress } from "viem/accounts";
import { connectDeployer } from "@/scripts/contracts/deployer";
import type { LocalChain } from "@/scripts/services/chain";
import { allowKeepers } from "./allow-keepers";
import { type DemoSecrets, keyList } from "./demo-secrets";
import { fundEther, fundTokens } from "./fund-accounts";
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

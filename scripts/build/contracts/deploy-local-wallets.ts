import { concat, getAddress, zeroHash } from "viem";
import { DEPLOYMENT_PROXY } from "@/lib/adapters/chain/core-addresses";
import { localWalletFactory } from "@/lib/adapters/chain/wallet-factories";
import { readArtifact } from "./artifact";
import { connectDeployer, type DeployerOptions } from "./deployer";

/**
 * Creates the factory of smart wallets on a local chain that has none, at the address that the chain's settings allow.
 * @throws Error the factory's code gives another address
 */
export async function deployLocalWallets(options: DeployerOptions): Promise<void> {
  const { client, settle } = connectDeployer(options);
  const address = getAddress(localWalletFactory);
  if (await client.getCode({ address })) return;
  const data = concat([zeroHash, readArtifact("local-wallet-factory").bytecode]);
  await settle(await client.sendTransaction({ chain: null, to: DEPLOYMENT_PROXY, data }));
  if (!(await client.getCode({ address }))) {
    throw new Error("wallet-factories.ts names another address than the factory's code gives");
  }
}

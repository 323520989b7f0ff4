import { atomicSupport } from "./atomic-support";
import type { WalletProvider } from "./provider";

/**
 * Whether a wallet says that an account is a contract on a chain: that it executes several calls as one
 * (EIP-5792). A key that could become one says `ready` instead.
 */
export async function claimsContract(
  provider: WalletProvider,
  account: string,
  chainId: number,
): Promise<boolean> {
  return (await atomicSupport(provider, account, chainId)) === "supported";
}

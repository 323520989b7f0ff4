import type { WalletProvider } from "./provider";

/**
 * Asks the wallet for an account, and which chain it is on.
 * @throws the wallet's refusal (EIP-1193); see `walletErrorKind`
 */
export async function connectWallet(
  provider: WalletProvider,
): Promise<{ account: string; chainId: number }> {
  const accounts = await provider.request({ method: "eth_requestAccounts" });
  const account = firstAccount(accounts);
  if (!account)
    throw Object.assign(new Error("The wallet hasn't shared an account"), { code: 4100 });
  return { account, chainId: await readChainId(provider) };
}

/**
 * The account that the wallet shares with this page already, and its chain, without asking its user
 * (`eth_accounts`). Null when it shares none.
 */
export async function sharedAccount(
  provider: WalletProvider,
): Promise<{ account: string; chainId: number } | null> {
  const account = firstAccount(await provider.request({ method: "eth_accounts" }));
  return account === null ? null : { account, chainId: await readChainId(provider) };
}

/** The first account of a wallet's answer or `accountsChanged` event. */
export function firstAccount(accounts: unknown): string | null {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : null;
  return typeof first === "string" && /^0x[0-9a-fA-F]{40}$/.test(first) ? first : null;
}

/** The chain that the wallet is on. Some answer with a number, or with decimal digits. */
export async function readChainId(provider: WalletProvider): Promise<number> {
  return Number(await provider.request({ method: "eth_chainId" }));
}

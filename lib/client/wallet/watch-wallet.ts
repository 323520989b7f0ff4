import { firstAccount } from "./connect-wallet";
import type { WalletProvider } from "./provider";

interface Watcher {
  /** Null: the wallet shares no account any more. */
  onAccount(account: string | null): void;
  onChain(chainId: number): void;
}

/**
 * Tells when the payer changes account or chain in the wallet (EIP-1193 events).
 * @returns stops listening
 */
export function watchWallet(provider: WalletProvider, { onAccount, onChain }: Watcher): () => void {
  const accounts = (payload: unknown) => onAccount(firstAccount(payload));
  const chain = (payload: unknown) => onChain(Number(payload));
  provider.on?.("accountsChanged", accounts);
  provider.on?.("chainChanged", chain);
  return () => {
    provider.removeListener?.("accountsChanged", accounts);
    provider.removeListener?.("chainChanged", chain);
  };
}

import { signTypedData, type WalletProvider } from "./sign-typed-data";
import type { TypedDataSigner } from "./typed-data";

/**
 * An account of a browser's wallet as a signer.
 * @param account an address that the wallet has shared (`eth_requestAccounts`)
 */
export function walletSigner(provider: WalletProvider, account: string): TypedDataSigner {
  return { address: account, signTypedData: (data) => signTypedData(provider, account, data) };
}

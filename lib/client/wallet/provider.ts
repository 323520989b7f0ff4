/** A wallet as the page talks to it (EIP-1193). */
export interface WalletProvider {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

/** A wallet that the payer may choose. */
export interface WalletChoice {
  /** The same wallet has the same id at each visit. */
  id: string;
  name: string;
  /** A `data:image/…` URL, or null. */
  icon: string | null;
}

/** A choice with the wallet behind it. */
export interface FoundWallet extends WalletChoice {
  provider: WalletProvider;
}

/** A wallet as the page talks to it (EIP-1193). */
export interface WalletProvider {
  request(args: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

/** A wallet outside the browser, which a page reaches through a relay or a window. */
export interface RemoteWallet extends WalletProvider {
  /** The name that the wallet gives itself; null while none is connected. */
  peerName(): string | null;
  /** Ends the connection, so that the next one may be with another wallet. */
  endSession(): Promise<void>;
}

/** A wallet that the payer may choose. */
export interface WalletChoice {
  /** The same wallet has the same id at each visit. */
  id: string;
  name: string;
  /** A `data:image/…` URL, or null. */
  icon: string | null;
  /** What it is, of a wallet outside the browser. */
  hint?: string;
}

/** A choice with the wallet behind it. */
export interface FoundWallet extends WalletChoice {
  provider: WalletProvider;
}

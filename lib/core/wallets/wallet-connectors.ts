/** How pages reach wallets by WalletConnect: the project at the relay, and the relay's address. */
export interface WalletConnectSettings {
  readonly projectId: string;
  /** Null: the public relay. */
  readonly relayUrl: string | null;
}

/** The ways to wallets that are not in the browser, as the settings have them. */
export interface WalletConnectors {
  readonly walletConnect: WalletConnectSettings | null;
  /** The address of Base Account's own page; null without Base Account. */
  readonly baseAccountUrl: string | null;
}

/** Base Account's page as its makers serve it. It knows a few chains; another one of them may know any. */
export const publicBaseAccount = "https://keys.coinbase.com/connect";

/** The public relay, and where it attests which site asks (the Verify API). */
export const publicRelay = {
  url: "wss://relay.walletconnect.org",
  verify: "https://verify.walletconnect.org",
} as const;

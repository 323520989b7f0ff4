import { knowsChain } from "./wallet-networks";

/** A link that opens a page in a phone wallet's own browser, where the wallet is injected. */
export interface WalletLink {
  name: string;
  href: string;
}

/** Links to open `pageUrl` in the wallets that most phones have, of those that know the chain. */
export function mobileWalletLinks(pageUrl: string, chainId: number): WalletLink[] {
  const encoded = encodeURIComponent(pageUrl);
  const withoutScheme = pageUrl.replace(/^https?:\/\//, "");
  return [
    // MetaMask takes the address as it is: encoded, it opens an empty tab.
    { name: "MetaMask", href: `https://link.metamask.io/dapp/${withoutScheme}` },
    ...(knowsChain("base", chainId)
      ? [{ name: "Base", href: `https://go.cb-w.com/dapp?cb_url=${encoded}` }]
      : []),
    {
      name: "Trust Wallet",
      href: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
    },
    ...(knowsChain("phantom", chainId)
      ? [{ name: "Phantom", href: `https://phantom.app/ul/browse/${encoded}?ref=${encoded}` }]
      : []),
  ];
}

/** Where a browser gets a wallet from that knows the chain. */
export function desktopWalletLinks(chainId: number): WalletLink[] {
  return [
    { name: "MetaMask", href: "https://metamask.io/download" },
    { name: "Rabby", href: "https://rabby.io" },
    ...(knowsChain("base", chainId) ? [{ name: "Base", href: "https://www.base.app" }] : []),
  ];
}

/** A link that opens a page in a phone wallet's own browser, where the wallet is injected. */
export interface WalletLink {
  name: string;
  href: string;
}

/** Links to open `pageUrl` in the wallets that most phones have. */
export function mobileWalletLinks(pageUrl: string): WalletLink[] {
  const encoded = encodeURIComponent(pageUrl);
  const withoutScheme = pageUrl.replace(/^https?:\/\//, "");
  return [
    // MetaMask takes the address as it is: encoded, it opens an empty tab.
    { name: "MetaMask", href: `https://link.metamask.io/dapp/${withoutScheme}` },
    { name: "Base", href: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
    {
      name: "Trust Wallet",
      href: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
    },
    { name: "Phantom", href: `https://phantom.app/ul/browse/${encoded}?ref=${encoded}` },
  ];
}

/** Where a browser gets a wallet from. */
export const desktopWalletLinks: readonly WalletLink[] = [
  { name: "MetaMask", href: "https://metamask.io/download" },
  { name: "Rabby", href: "https://rabby.io" },
  { name: "Base", href: "https://www.base.app" },
];

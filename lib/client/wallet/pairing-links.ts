import { keep } from "@/lib/client/browser-storage";
import type { WalletLink } from "./mobile-wallets";

/** Where phones open wallets that pair by a link, as WalletConnect's registry has them. */
const universalLinks = [
  { name: "MetaMask", href: "https://metamask.app.link" },
  { name: "Trust Wallet", href: "https://link.trustwallet.com" },
  { name: "Rainbow", href: "https://rnbwapp.com" },
  { name: "Safe", href: "https://app.safe.global" },
] as const;

/** Under which WalletConnect's client looks for the app to open with each request. */
const CHOICE_KEY = "WALLETCONNECT_DEEPLINK_CHOICE";

/** Links that hand a pairing to a wallet's app. @param uri `wc:…` */
export function pairingLinks(uri: string): WalletLink[] {
  const encoded = encodeURIComponent(uri);
  return universalLinks.map(({ name, href }) => ({ name, href: `${href}/wc?uri=${encoded}` }));
}

/** Remembers the app that the payer chose, so that requests open it; null for one that is not known by name. */
export function rememberApp(name: string | null): void {
  const link = universalLinks.find((one) => one.name === name);
  // Without storage the payer opens the app by hand.
  keep(CHOICE_KEY, link ? JSON.stringify(link) : null);
}

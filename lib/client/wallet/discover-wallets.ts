import { withoutBidiControls } from "@/lib/core/text/plain-text";
import type { FoundWallet, WalletProvider } from "./provider";

interface Announcement {
  info?: { uuid?: unknown; name?: unknown; icon?: unknown; rdns?: unknown };
  provider?: WalletProvider;
}

interface InjectedProvider extends WalletProvider {
  providers?: readonly InjectedProvider[];
  isMetaMask?: boolean;
  isCoinbaseWallet?: boolean;
  isTrust?: boolean;
  isBraveWallet?: boolean;
  isRabby?: boolean;
  isPhantom?: boolean;
}

declare global {
  interface Window {
    ethereum?: InjectedProvider;
  }
}

/** How long wallets have to announce themselves; they answer within the same task. */
const SETTLE_MS = 120;
const MAX_NAME = 40;

/**
 * Finds the wallets of this browser: those that announce themselves (EIP-6963), and the injected
 * `window.ethereum` of older ones.
 * @param onChange called with each new set; `settled` once no further wallet is expected at once
 * @returns stops listening
 */
export function discoverWallets(
  onChange: (wallets: FoundWallet[], settled: boolean) => void,
): () => void {
  const found = new Map<string, FoundWallet>();
  let settled = false;
  const tell = () => onChange([...found.values()], settled);
  const announce = (event: Event) => {
    const wallet = readAnnouncement((event as CustomEvent<Announcement>).detail);
    if (!wallet || found.has(wallet.id)) return;
    found.set(wallet.id, wallet);
    if (settled) dropInjectedTwin(found, wallet.provider);
    tell();
  };
  window.addEventListener("eip6963:announceProvider", announce);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  const settle = () => {
    settled = true;
    for (const wallet of injectedWallets(window.ethereum)) addInjected(found, wallet);
    tell();
  };
  const timer = setTimeout(settle, SETTLE_MS);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("eip6963:announceProvider", announce);
  };
}

function readAnnouncement(detail: Announcement | undefined): FoundWallet | null {
  const { info, provider } = detail ?? {};
  if (typeof provider?.request !== "function" || typeof info?.name !== "string") return null;
  const id = typeof info.rdns === "string" && info.rdns ? info.rdns : info.uuid;
  if (typeof id !== "string" || !id) return null;
  const icon =
    typeof info.icon === "string" && info.icon.startsWith("data:image/") ? info.icon : null;
  return { id, name: nameOf(info.name) || id, icon, provider };
}

/** A wallet writes its own name. */
function nameOf(given: string): string {
  return withoutBidiControls(given).trim().slice(0, MAX_NAME);
}

/** A wallet that announces itself late was taken for an injected one before. */
function dropInjectedTwin(found: Map<string, FoundWallet>, provider: WalletProvider): void {
  for (const [id, wallet] of found) {
    if (id.startsWith("injected:") && wallet.provider === provider) found.delete(id);
  }
}

function addInjected(found: Map<string, FoundWallet>, wallet: FoundWallet): void {
  const announced = [...found.values()].some(
    ({ provider, name }) => provider === wallet.provider || name === wallet.name,
  );
  // A wallet that announces itself wraps its provider anew, so an unnamed one beside it is the same.
  const anonymous = wallet.id === "injected:wallet" && found.size > 0;
  if (!announced && !anonymous) found.set(wallet.id, wallet);
}

function injectedWallets(injected: InjectedProvider | undefined): FoundWallet[] {
  if (typeof injected?.request !== "function") return [];
  const several = injected.providers?.filter(({ request }) => typeof request === "function");
  return (several?.length ? several : [injected]).map((provider) => {
    const name = injectedName(provider);
    const id = `injected:${name?.toLowerCase().replaceAll(" ", "-") ?? "wallet"}`;
    return { id, name: name ?? "Browser wallet", icon: null, provider };
  });
}

/** Others set `isMetaMask` too, to be let in: it is asked last. */
function injectedName(provider: InjectedProvider): string | null {
  if (provider.isRabby) return "Rabby";
  if (provider.isBraveWallet) return "Brave Wallet";
  if (provider.isCoinbaseWallet) return "Coinbase Wallet";
  if (provider.isTrust) return "Trust Wallet";
  if (provider.isPhantom) return "Phantom";
  return provider.isMetaMask ? "MetaMask" : null;
}

import type { ComponentType } from "react";
import type { WalletController } from "@/components/hosted/pay/wallet-controller";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { walletWords } from "@/components/hosted/words/wallet/wallet-words";
import type { RemoteWallet, WalletChoice, WalletProvider } from "@/lib/client/wallet/provider";
import { knowsChain } from "@/lib/client/wallet/wallet-networks";
import { publicBaseAccount } from "@/lib/core/wallets/wallet-connectors";
import { Pairing } from "./pairing";

/** Wallets that are not in this browser. The code that reaches one is loaded when it is chosen. */
export interface MoreWallets {
  readonly choices: readonly WalletChoice[];
  /** @throws Error when its code does not load */
  open(walletId: string): Promise<WalletProvider>;
  /** The name that a connected one gives itself. */
  peerName(walletId: string): string | null;
  /** What is shown while it is asked for an account; undefined for what every wallet shows. */
  waitingFor(walletId: string): ComponentType | undefined;
  /** Ends all connections. */
  end(): Promise<void>;
}

type Opener = (controller: WalletController) => Promise<RemoteWallet>;

async function openWalletConnect(controller: WalletController): Promise<RemoteWallet> {
  const { page, store } = controller;
  const { createWalletConnect } = await import("@/lib/client/wallet/wallet-connect");
  const settings = page.connectors?.walletConnect;
  if (!settings) throw new Error("WalletConnect is not set up");
  return createWalletConnect({
    settings,
    network: page.network,
    site: page.merchant.name,
    onPairing: (uri) => store.dispatch({ type: "pairing", uri }),
    onEnd: () => controller.ended(),
  });
}

async function openBaseAccount({ page }: WalletController): Promise<RemoteWallet> {
  const walletUrl = page.connectors?.baseAccountUrl;
  if (!walletUrl) throw new Error("Base Account is not set up");
  const { createBaseAccount } = await import("@/lib/client/wallet/base-account");
  const { chainId } = page.network;
  return createBaseAccount({ walletUrl, chainId, site: page.merchant.name });
}

/** Whether Base Account is there and knows the chain. Its makers' page knows a few; another one may know any. */
function hasBaseAccount({ connectors, network }: WalletController["page"]): boolean {
  const url = connectors?.baseAccountUrl;
  return !!url && (url !== publicBaseAccount || knowsChain("base", network.chainId));
}

interface Entry {
  readonly choice: WalletChoice;
  readonly open: Opener;
  readonly Waiting?: ComponentType;
}

function entriesOf({ page }: WalletController): Entry[] {
  const words = walletWords[chooseLanguage(null, document.documentElement.lang).language];
  const entries: Entry[] = [];
  if (page.connectors?.walletConnect) {
    const hint = words.walletConnectHint;
    const choice = { id: "more.walletconnect", name: "WalletConnect", icon: null, hint };
    entries.push({ choice, open: openWalletConnect, Waiting: Pairing });
  }
  if (hasBaseAccount(page)) {
    const hint = words.baseAccountHint;
    const choice = { id: "more.base-account", name: "Base Account", icon: null, hint };
    entries.push({ choice, open: openBaseAccount });
  }
  return entries;
}

/** The wallets outside the browser that this page may be paid with. */
export function moreWallets(controller: WalletController): MoreWallets {
  const entries = new Map(entriesOf(controller).map((entry) => [entry.choice.id, entry]));
  const opened = new Map<string, RemoteWallet>();
  return {
    choices: [...entries.values()].map(({ choice }) => choice),
    async open(walletId) {
      const known = opened.get(walletId);
      if (known) return known;
      const wallet = await entries.get(walletId)?.open(controller);
      if (!wallet) throw new Error("The wallet is no longer available");
      opened.set(walletId, wallet);
      return wallet;
    },
    peerName: (walletId) => opened.get(walletId)?.peerName() ?? null,
    waitingFor: (walletId) => entries.get(walletId)?.Waiting,
    async end() {
      await Promise.allSettled([...opened.values()].map((wallet) => wallet.endSession()));
    },
  };
}

import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { publicBaseAccount, type WalletConnectors } from "@/lib/core/wallets/wallet-connectors";
import type { FoundWallet, RemoteWallet } from "./provider";
import { WalletMismatch } from "./send-call";
import { knowsChain } from "./wallet-networks";

/** A wallet that a page or a dialog offers. */
export interface OfferedWallet extends FoundWallet {
  /** Ends the connection to a wallet outside the browser. */
  endSession?(): Promise<void>;
  /** Gives up an open pairing, as if the wallet's owner had declined. */
  giveUp?(): void;
}

/** Told of a fresh pairing (`wc:…`), and null once nothing is paired any more. */
export type OnPairing = (uri: string | null) => void;

interface Events {
  onPairing(uri: string): void;
  onEnd(): void;
}

type Load = (events: Events) => Promise<RemoteWallet>;

const SITE = "Stipend";
const DECLINED = { code: 4001 };

/**
 * A wallet outside the browser, whose code is loaded with the first request. It reads no receipts: the page may reach no
 * node, and the server tells what was mined.
 */
export function remoteWallet(choice: Pick<FoundWallet, "id" | "name">, load: Load) {
  let loading: Promise<RemoteWallet> | null = null;
  let wallet: RemoteWallet | null = null;
  let uri: string | null = null;
  let tell: OnPairing = () => {};
  const pending = new Set<(error: Error) => void>();
  const say = (next: string | null) => {
    uri = next;
    tell(next);
  };
  const open = async () => {
    loading ??= load({ onPairing: say, onEnd: () => say(null) }).catch((error) => {
      loading = null;
      throw error;
    });
    wallet = await loading;
    return wallet;
  };
  const ask = async (args: { method: string; params?: readonly unknown[] }) => {
    try {
      return await (await open()).request(args);
    } finally {
      if (args.method === "eth_requestAccounts") say(null);
    }
  };
  const offered: OfferedWallet & Required<Pick<OfferedWallet, "endSession" | "giveUp">> = {
    ...{ ...choice, icon: null },
    provider: {
      async request(args) {
        if (args.method === "eth_getTransactionReceipt") throw new WalletMismatch("unseen", "");
        if (args.method === "eth_requestAccounts" && uri) tell(uri);
        let fail: (error: Error) => void = () => {};
        const broken = new Promise<never>((_, reject) => {
          fail = reject;
        });
        pending.add(fail);
        return Promise.race([ask(args), broken]).finally(() => pending.delete(fail));
      },
      on: (event, listener) => wallet?.on?.(event, listener),
      removeListener: (event, listener) => wallet?.removeListener?.(event, listener),
    },
    async endSession() {
      await wallet?.endSession();
    },
    giveUp() {
      if (!uri) return;
      tell(null);
      for (const fail of pending) {
        fail(Object.assign(new Error("The pairing was given up"), DECLINED));
      }
    },
  };
  return {
    offered,
    /** The page or dialog that is open takes the pairings from the one before it. */
    listen(onPairing: OnPairing) {
      tell = onPairing;
    },
  };
}

type Entry = ReturnType<typeof remoteWallet>;

/** One of each network in a tab: two clients of WalletConnect would answer each other's messages. */
const opened = new Map<string, Entry>();

/** The wallets outside the browser that the settings have, for a network, and others that they may be asked to go to. */
export function remoteWallets(
  connectors: WalletConnectors | null,
  [network, ...others]: readonly [PayNetwork, ...PayNetwork[]],
  onPairing: OnPairing,
): OfferedWallet[] {
  const { chainId } = network;
  const entries: Entry[] = [];
  const offer = (id: string, name: string, load: Load) => {
    const key = `${id}:${chainId}`;
    const entry = opened.get(key) ?? remoteWallet({ id, name }, load);
    opened.set(key, entry);
    entry.listen(onPairing);
    entries.push(entry);
  };
  const settings = connectors?.walletConnect;
  if (settings) {
    offer("more.walletconnect", "WalletConnect", async (events) => {
      const { createWalletConnect } = await import("./wallet-connect");
      return createWalletConnect({ settings, network, others, site: SITE, ...events });
    });
  }
  const walletUrl = connectors?.baseAccountUrl;
  if (walletUrl && (walletUrl !== publicBaseAccount || knowsChain("base", chainId))) {
    offer("more.base-account", "Base Account", async () => {
      const { createBaseAccount } = await import("./base-account");
      return createBaseAccount({ walletUrl, chainId, site: SITE });
    });
  }
  return entries.map(({ offered }) => offered);
}

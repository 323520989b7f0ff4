import { EthereumProvider } from "@walletconnect/ethereum-provider";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { withoutBidiControls } from "@/lib/core/text/plain-text";
import type { WalletConnectSettings } from "@/lib/core/wallets/wallet-connectors";
import type { RemoteWallet } from "./provider";

type Provider = Awaited<ReturnType<typeof EthereumProvider.init>>;

interface Options {
  readonly settings: WalletConnectSettings;
  readonly network: PayNetwork;
  /** Further ones that the wallet may be asked to go to later. */
  readonly others?: readonly PayNetwork[];
  /** Who asks, as the wallet shows it. */
  readonly site: string;
  /** A pairing, as a `wc:` URI for a code or a link; it is good for five minutes. Told again where it is asked for again. */
  onPairing(uri: string): void;
  /** The wallet ended the session. */
  onEnd(): void;
}

/** Every wallet knows it: one that does not know the wanted chain can connect, and add it then. */
const MAINNET = 1;
const MAX_NAME = 40;

/** What pages ask wallets for; what else a wallet offers is not asked for. */
const methods = [
  "eth_signTypedData_v4",
  "personal_sign",
  "eth_sendTransaction",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
  "wallet_getCapabilities",
  "wallet_sendCalls",
  "wallet_getCallsStatus",
];

/**
 * A wallet that is reached through a relay (WalletConnect 2). `eth_requestAccounts` pairs, unless the browser
 * still has a session for the chain; other requests never pair.
 */
export async function createWalletConnect(options: Options): Promise<RemoteWallet> {
  const provider = await openProvider(options);
  const { chainId } = options.network;
  const pair = pairOnce(provider, options);
  let ending: Promise<unknown> = Promise.resolve();
  const end = async () => {
    if (provider.session) await provider.disconnect();
  };
  const accounts = accountListeners(provider);
  return {
    async request({ method, params }) {
      if (method === "eth_requestAccounts") {
        // A session that is being ended is still there.
        await ending;
        await pair();
      } else if (!provider.session) return answerUnpaired(method, chainId);
      return provider.request({ method, params: params as unknown[] });
    },
    on(event, listener) {
      provider.events.on(event, event === "accountsChanged" ? accounts.wrap(listener) : listener);
    },
    removeListener(event, listener) {
      provider.events.removeListener(event, accounts.wrapped.get(listener) ?? listener);
    },
    peerName: () => nameOf(provider.session?.peer.metadata.name),
    endSession() {
      const ended = ending.then(end);
      ending = Promise.allSettled([ended]);
      return ended;
    },
  };
}

async function openProvider(options: Options): Promise<Provider> {
  const { settings, network, others = [], site, onEnd } = options;
  const { origin } = location;
  const further = new Set([...others.map(({ chainId }) => chainId), MAINNET]);
  further.delete(network.chainId);
  const rpcMap = Object.fromEntries(
    [network, ...others].flatMap(({ chainId, rpcUrls: [url] }) => (url ? [[chainId, url]] : [])),
  );
  const provider = await EthereumProvider.init({
    projectId: settings.projectId,
    ...(settings.relayUrl ? { relayUrl: settings.relayUrl } : {}),
    optionalChains: [network.chainId, ...further],
    optionalMethods: methods,
    rpcMap,
    metadata: { name: site, description: site, url: origin, icons: [] },
    showQrModal: false,
    disableProviderPing: true,
    telemetryEnabled: false,
    logger: "silent",
  });
  if (settings.relayUrl) skipAttestation(provider);
  provider.on("disconnect", onEnd);
  return provider;
}

type Listener = (payload: unknown) => void;

/**
 * Listeners that are told of the accounts that the wallet shares. The session may have a chain only a moment after the
 * wallet went there: that it shares no account of that chain yet does not take back the others.
 */
function accountListeners(provider: Provider) {
  const wrapped = new WeakMap<Listener, Listener>();
  return {
    wrapped,
    wrap(listener: Listener): Listener {
      const told = (given: unknown) =>
        listener(Array.isArray(given) && given.length === 0 ? addressesOf(provider) : given);
      wrapped.set(listener, told);
      return told;
    },
  };
}

/** Only the public relay attests which site asks. With another one each request would wait for it in vain. */
function skipAttestation({ signer }: Provider): void {
  signer.client.core.verify.register = async () => "";
}

/** Two clicks are one pairing. A page that left a pairing, which stays open, and comes back to it is told of it again. */
function pairOnce(provider: Provider, { network, onPairing }: Options): () => Promise<void> {
  let pairing: Promise<void> | null = null;
  let uri: string | null = null;
  provider.on("display_uri", (given) => {
    uri = given;
    onPairing(given);
  });
  return () => {
    if (uri) onPairing(uri);
    pairing ??= pair(provider, network.chainId).finally(() => {
      pairing = null;
      uri = null;
    });
    return pairing;
  };
}

async function pair(provider: Provider, chainId: number): Promise<void> {
  if (provider.session && hasChain(provider, chainId)) return;
  // It is of another network's page.
  if (provider.session) await provider.disconnect();
  await provider.connect();
  if (!hasChain(provider, chainId) || provider.chainId === chainId) return;
  // Approved with others: no wallet is asked.
  const params = [{ chainId: `0x${chainId.toString(16)}` }];
  await provider.request({ method: "wallet_switchEthereumChain", params });
}

/** Its accounts, as `eip155:<chain>:<address>` (CAIP-10). */
const accountsOf = ({ session }: Provider): string[] =>
  Object.values(session?.namespaces ?? {}).flatMap((one) => one.accounts);

const hasChain = (provider: Provider, chainId: number): boolean =>
  accountsOf(provider).some((account) => account.startsWith(`eip155:${chainId}:`));

const addressesOf = (provider: Provider): string[] => [
  ...new Set(accountsOf(provider).map((account) => account.split(":")[2] ?? "")),
];

/** Without a session there is no account, and no wallet to ask anything of. */
function answerUnpaired(method: string, chainId: number): unknown {
  if (method === "eth_accounts") return [];
  if (method === "eth_chainId") return `0x${chainId.toString(16)}`;
  throw Object.assign(new Error("No wallet is connected"), { code: 4900 });
}

/** A wallet writes its own name. */
function nameOf(given: string | undefined): string | null {
  return (
    withoutBidiControls(given ?? "")
      .trim()
      .slice(0, MAX_NAME) || null
  );
}

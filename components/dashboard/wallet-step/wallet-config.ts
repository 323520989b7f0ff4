import { custom } from "viem";
import { type Config, type Connector, createConfig } from "wagmi";
import type { OfferedWallet } from "@/lib/client/wallet/remote-wallets";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { walletConnector } from "./wallet-connector";

/** The dashboard's pages reach no node (their content security policy): the server reads the chain. */
const noNode = custom({
  async request({ method }) {
    throw new Error(`The dashboard asks no node for ${method}`);
  },
});

/** wagmi's state of one dialog: its network, and the wallets that this browser has for it. */
export function createWalletConfig({
  chainId,
  label,
  rpcUrls,
  nativeCurrency,
}: PayNetwork): Config {
  return createConfig({
    chains: [
      { id: chainId, name: label, nativeCurrency, rpcUrls: { default: { http: [...rpcUrls] } } },
    ],
    transports: { [chainId]: noNode },
    // Wallets are discovered as on the hosted pages, which also know those that do not announce themselves.
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
}

/** Gives the config a connector for each wallet, and keeps those that it has. */
export function offerWallets(
  config: Config,
  wallets: readonly OfferedWallet[],
  network: PayNetwork,
): void {
  const { connectors } = config._internal;
  connectors.setState((offered) =>
    wallets.map(
      (wallet) =>
        offered.find(({ id }) => id === wallet.id) ??
        connectors.setup(walletConnector(wallet, network)),
    ),
  );
}

/** @throws Error the wallet is not in this browser any more */
export function connectorOf(config: Config, id: string): Connector {
  const connector = config.connectors.find((one) => one.id === id);
  if (!connector) throw new Error("The wallet is no longer available");
  return connector;
}

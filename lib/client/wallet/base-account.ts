import { createBaseAccountSDK } from "@base-org/account/browser";
import type { RemoteWallet } from "./provider";

interface Options {
  /** The address of the wallet's own page, which opens in a window. */
  readonly walletUrl: string;
  readonly chainId: number;
  /** Who asks, as the wallet shows it. */
  readonly site: string;
}

/** Base Account, a contract wallet behind a passkey, in a window of its own. The window opens on the payer's click. */
export function createBaseAccount({ walletUrl, chainId, site }: Options): RemoteWallet {
  const sdk = createBaseAccountSDK({
    appName: site,
    appLogoUrl: "",
    appChainIds: [chainId],
    preference: { walletUrl, telemetry: false },
  });
  const provider = sdk.getProvider();
  const emitter: Pick<RemoteWallet, "on" | "removeListener"> = provider;
  return {
    request: ({ method, params = [] }) => provider.request({ method, params }),
    on: (event, listener) => emitter.on?.(event, listener),
    removeListener: (event, listener) => emitter.removeListener?.(event, listener),
    peerName: () => null,
    endSession: () => provider.disconnect(),
  };
}

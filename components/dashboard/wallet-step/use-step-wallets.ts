"use client";

import { useEffect, useMemo, useState } from "react";
import { useConnect, useConnection, useReconnect, useSendTransaction, useSwitchChain } from "wagmi";
import { useWallets } from "@/components/hosted/payer/use-wallets";
import { keepInTab, keptInTab } from "@/lib/client/browser-storage";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { type StepWallet, stepWallet } from "./step-wallet";
import { connectorOf, createWalletConfig, offerWallets } from "./wallet-config";

const LAST_WALLET = "stipend-dashboard-wallet";

/** A wallet is asked once, also while the browser believes to be offline. */
const mutation = { retry: false, networkMode: "always" } as const;

/** A wallet that shares an account with this page. */
export interface ConnectedWallet {
  readonly name: string;
  readonly account: string;
}

/**
 * The wallets of this browser by wagmi, with the one that this tab used last connected again if it still shares its
 * account.
 * @param own a further wallet, such as the local chain's test wallet
 */
export function useStepWallets(network: PayNetwork, own: FoundWallet | null = null) {
  const { wallets: discovered, settled } = useWallets(null, "");
  const wallets = useMemo(() => (own ? [own, ...discovered] : discovered), [own, discovered]);
  const [config] = useState(() => createWalletConfig(network));
  const { mutateAsync: connect } = useConnect({ config, mutation });
  const { mutateAsync: switchChain } = useSwitchChain({ config, mutation });
  const { mutateAsync: sendTransaction } = useSendTransaction({ config, mutation });
  const { mutate: reconnect } = useReconnect({ config, mutation });
  const { connector, address } = useConnection({ config });
  useEffect(() => offerWallets(config, wallets, network), [config, wallets, network]);
  useEffect(() => {
    const last = settled ? keptInTab(LAST_WALLET) : null;
    const connectors = config.connectors.filter(({ id }) => id === last);
    if (connectors.length > 0) reconnect({ connectors });
  }, [config, settled, reconnect]);
  const open = async ({ id }: FoundWallet): Promise<StepWallet> => {
    const connector = connectorOf(config, id);
    keepInTab(LAST_WALLET, id);
    return stepWallet(config, connector, { connect, switchChain, sendTransaction });
  };
  const connected: ConnectedWallet | null =
    connector && address ? { name: connector.name, account: address } : null;
  return { wallets, settled, open, connected };
}

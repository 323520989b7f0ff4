"use client";

import { useEffect, useMemo, useState } from "react";
import {
  useConnect,
  useConnection,
  useDisconnect,
  useReconnect,
  useSendTransaction,
  useSwitchChain,
} from "wagmi";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { useWallets } from "@/components/hosted/payer/use-wallets";
import { keepInTab, keptInTab } from "@/lib/client/browser-storage";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import { type OfferedWallet, remoteWallets } from "@/lib/client/wallet/remote-wallets";
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
  /** Ends the connection to a wallet outside the browser; null for one inside it. */
  readonly end: (() => void) | null;
}

/**
 * The wallets of this browser by wagmi, with the one that this tab used last connected again if it still shares its
 * account.
 * @param own a further wallet, such as the local chain's test wallet
 */
export function useStepWallets(network: PayNetwork, own: FoundWallet | null = null) {
  const { wallets: discovered, settled } = useWallets(null, "");
  const { connectors = null } = useActing();
  const [pairing, setPairing] = useState<string | null>(null);
  const [remote] = useState(() => remoteWallets(connectors, [network], setPairing));
  const wallets: OfferedWallet[] = useMemo(
    () => [...(own ? [own] : []), ...discovered, ...remote],
    [own, discovered, remote],
  );
  const [config] = useState(() => createWalletConfig(network));
  const { mutateAsync: connect } = useConnect({ config, mutation });
  const { mutateAsync: switchChain } = useSwitchChain({ config, mutation });
  const { mutateAsync: sendTransaction } = useSendTransaction({ config, mutation });
  const { mutate: disconnect } = useDisconnect({ config, mutation });
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
  const isRemote = remote.some(({ id }) => id === connector?.id);
  const end = connector && isRemote ? () => disconnect({ connector }) : null;
  const connected: ConnectedWallet | null =
    connector && address ? { name: connector.name, account: address, end } : null;
  const giveUp = () => {
    for (const wallet of remote) wallet.giveUp?.();
  };
  return { wallets, settled, open, connected, pairing, giveUp };
}

"use client";

import { useEffect, useRef, useState } from "react";
import { useStepWallets } from "@/components/dashboard/wallet-step/use-step-wallets";
import { testWallet } from "@/components/hosted/pay/test-wallet-choice";
import { connectWallet } from "@/lib/client/wallet/connect-wallet";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import type { AskNode } from "@/lib/client/wallet/test-wallet";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";

interface WalletRequirements {
  readonly network: PayNetwork;
  /** The accounts of which one must send. */
  readonly senders: readonly string[];
  /** The local chain's id, where there are test wallets. */
  readonly localChainId: number | null;
  readonly askNode: AskNode;
}

/** The wallets of this browser, and the test wallet that onboarding made here, where it is one of the senders. */
export function useRefundWallets(requirements: WalletRequirements) {
  const { network, senders, localChainId, askNode } = requirements;
  const [own, setOwn] = useState<FoundWallet | null>(null);
  const wanted = senders.join(" ").toLowerCase();
  // Another function at each render, which is no other node.
  const ask = useRef(askNode);
  ask.current = askNode;
  useEffect(() => {
    let isOver = false;
    if (localChainId !== null) void findOwn(localChainId);
    return () => {
      isOver = true;
    };
    async function findOwn(chainId: number) {
      const wallet = await import("@/lib/client/wallet/test-wallet");
      if (!wallet.hasTestWallet(wallet.payoutKeyName)) return;
      const provider = wallet.createTestWallet(chainId, {
        name: wallet.payoutKeyName,
        askNode: (...args) => ask.current(...args),
      });
      const { account } = await connectWallet(provider);
      if (!isOver && wanted.includes(account.toLowerCase())) setOwn({ ...testWallet, provider });
    }
  }, [localChainId, wanted]);
  return useStepWallets(network, own);
}

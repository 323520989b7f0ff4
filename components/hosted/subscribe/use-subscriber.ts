"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { PayState } from "@/components/hosted/pay/pay-state";
import { walletSteps } from "@/components/hosted/pay/wallet-controller";
import { pageReceivedMs } from "@/components/ui/time/page-received";
import { discoverWallets } from "@/lib/client/wallet/discover-wallets";
import type {
  SubscribeActions,
  SubscribePage,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { initialSubscribeState, type SubscribeState } from "./subscribe-state";
import { Subscriber } from "./subscriber";

/** The page's state and what changes it: wallets are looked for, and an enrolment on its way is followed. */
export function useSubscriber(
  page: SubscribePage,
  actions: SubscribeActions,
): { subscriber: Subscriber; state: PayState; own: SubscribeState } {
  const [subscriber] = useState(() => new Subscriber(page, actions, pageReceivedMs()));
  const { wallet, store } = subscriber;
  const state = useSyncExternalStore(wallet.store.subscribe, wallet.store.get, wallet.store.get);
  const known = useSyncExternalStore(store.subscribe, store.get, store.get);
  const { step } = state;
  const isOf = step.name === "connected" && step.account === known.account;
  const own = isOf ? known : initialSubscribeState;

  useEffect(() => {
    void walletSteps.load();
    const stop = discoverWallets((found, done) => wallet.found(found, done));
    return () => {
      stop();
      wallet.dispose();
    };
  }, [wallet]);

  return { subscriber, state, own };
}

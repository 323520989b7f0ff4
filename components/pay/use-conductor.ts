"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { createStore } from "@/lib/client/store";
import { discoverWallets } from "@/lib/client/wallet/discover-wallets";
import { watchPayStatus } from "@/lib/client/watch-pay-status";
import type { PayActions, PayPage } from "@/lib/contract/hosted-pay";
import { reducePay } from "./pay-reducer";
import { initialPayState, type PayState } from "./pay-state";
import { testWallet } from "./test-wallet-choice";
import { WalletConductor } from "./wallet-conductor";

/** What nothing leaves: there is no status to follow any more. */
const settled = new Set(["confirmed", "refunded", "expired", "cancelled", "unavailable"]);

function createConductor(page: PayPage, actions: PayActions): WalletConductor {
  const initial = initialPayState(page.status, page.testWallet ? [testWallet] : []);
  return new WalletConductor(page, actions, createStore(reducePay, initial));
}

/** The page's state and what changes it: wallets are looked for, and the payment's status is followed. */
export function useConductor(
  page: PayPage,
  actions: PayActions,
): { conductor: WalletConductor; state: PayState } {
  const [conductor] = useState(() => createConductor(page, actions));
  const { store } = conductor;
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  const isSettled = settled.has(state.status.status);

  useEffect(() => {
    const stop = discoverWallets((found, done) => conductor.found(found, done));
    return () => {
      stop();
      conductor.dispose();
    };
  }, [conductor]);

  useEffect(() => {
    if (isSettled) return;
    return watchPayStatus(`/api/pay/${encodeURIComponent(page.sessionId)}/events`, {
      onStatus: (status) => store.dispatch({ type: "status", status }),
      onLink: (live) => store.dispatch({ type: "link", live }),
    });
  }, [store, page.sessionId, isSettled]);

  return { conductor, state };
}

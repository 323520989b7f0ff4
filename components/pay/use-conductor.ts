"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { createStore } from "@/lib/client/store";
import { discoverWallets } from "@/lib/client/wallet/discover-wallets";
import { watchPayStatus } from "@/lib/client/watch-pay-status";
import type { PayActions, PayPage, PayStatusName } from "@/lib/contract/hosted-pay";
import { reducePay } from "./pay-reducer";
import { initialPayState, type PayState } from "./pay-state";
import { testWallet } from "./test-wallet-choice";
import { WalletConductor } from "./wallet-conductor";

const settled = new Set<PayStatusName>([
  "confirmed",
  "refunded",
  "expired",
  "cancelled",
  "unavailable",
]);

/**
 * How the status is followed: not at all once nothing changes any more, and anew when a payment sets
 * out, since from then on the server looks more often.
 */
function stageOf(status: PayStatusName): "waiting" | "in_flight" | "settled" {
  if (settled.has(status)) return "settled";
  return status === "submitted" || status === "seen" ? "in_flight" : "waiting";
}

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
  const stage = stageOf(state.status.status);

  useEffect(() => {
    const stop = discoverWallets((found, done) => conductor.found(found, done));
    return () => {
      stop();
      conductor.dispose();
    };
  }, [conductor]);

  useEffect(() => {
    if (stage === "settled") return;
    return watchPayStatus(`/api/pay/${encodeURIComponent(page.sessionId)}/events`, {
      onStatus: (status) => store.dispatch({ type: "status", status }),
      onLink: (live) => store.dispatch({ type: "link", live }),
    });
  }, [store, page.sessionId, stage]);

  return { conductor, state };
}

"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { pageReceivedMs } from "@/components/ui/time/page-received";
import { whileLoaded } from "@/lib/client/later-part";
import { createStore } from "@/lib/client/store";
import { discoverWallets } from "@/lib/client/wallet/discover-wallets";
import type { PayStage } from "@/lib/client/watch-pay-status";
import type {
  PayActions,
  PayPage,
  PayStatus,
  PayStatusName,
} from "@/lib/contract/payments/hosted-pay";
import { outcomePart, statusPart } from "./later-screens";
import { reducePay } from "./pay-reducer";
import { initialPayState, type PayState } from "./pay-state";
import { WalletController, walletSteps } from "./wallet-controller";

const settled = new Set<PayStatusName>([
  "confirmed",
  "refunded",
  "expired",
  "cancelled",
  "unavailable",
]);

/** How the status is followed; not at all once nothing changes any more. */
function stageOf(status: PayStatusName): PayStage | "settled" {
  if (settled.has(status)) return "settled";
  return status === "submitted" || status === "seen" ? "in_flight" : "waiting";
}

function createController(page: PayPage, actions: PayActions): WalletController {
  const initial = initialPayState(page.status, pageReceivedMs());
  return new WalletController(page, actions, createStore(reducePay, initial));
}

/** The page's state and what changes it: wallets are looked for, and the payment's status is followed. */
export function useWalletController(
  page: PayPage,
  actions: PayActions,
): { controller: WalletController; state: PayState } {
  const [controller] = useState(() => createController(page, actions));
  const { store } = controller;
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  const stage = stageOf(state.status.status);

  useEffect(() => {
    void walletSteps.load();
    const stop = discoverWallets((found, done) => controller.found(found, done));
    return () => {
      stop();
      controller.dispose();
    };
  }, [controller]);

  useEffect(() => {
    if (stage === "settled") return;
    const onLink = (live: boolean) => store.dispatch({ type: "link", live });
    const url = `/api/pay/${encodeURIComponent(page.sessionId)}/events`;
    // No status is told before its screens are there.
    const tell = async (status: PayStatus) => {
      if (await outcomePart.load()) controller.tell(status);
      else onLink(false);
    };
    return whileLoaded(statusPart, onLink, ({ watchPayStatus }) =>
      watchPayStatus(url, stage, { onStatus: (status) => void tell(status), onLink }),
    );
  }, [controller, store, page.sessionId, stage]);

  return { controller, state };
}

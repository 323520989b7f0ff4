"use client";

import { createContext, useContext } from "react";
import type { PayPage } from "@/lib/contract/hosted-pay";
import type { PayState } from "./pay-state";
import type { QrPath } from "./qr-path";
import type { Screen } from "./screen-of";
import type { WalletConductor } from "./wallet-conductor";
import type { Say } from "./words/say";

/** What every part of the pay page reads. */
export interface Pay {
  page: PayPage;
  state: PayState;
  screen: Screen;
  conductor: WalletConductor;
  say: Say;
  locale: string;
  /** This page as a QR code, drawn on the server; null once there is nothing to pay. */
  qr: QrPath | null;
  /** The payment's amount in words. */
  amount: string;
}

const PayContext = createContext<Pay | null>(null);
export const PayProvider = PayContext.Provider;

export function usePay(): Pay {
  const pay = useContext(PayContext);
  if (!pay) throw new Error("usePay is for parts of the pay page");
  return pay;
}

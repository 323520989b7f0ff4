"use client";
import type { ReactNode } from "react";

import { createContext, type RefObject, useContext } from "react";
import type { BrowserKey, SayPay } from "@/components/hosted/words/pay/pay-words";
import type { PayPage } from "@/lib/contract/payments/hosted-pay";
import type { PayState } from "./pay-state";
import type { Screen } from "./screen-of";
import type { WalletController } from "./wallet-controller";

/** Parts of the pay page that no state changes: rendered on the server, they cost no JavaScript. */
export interface PayParts {
  /** The payment's amount in words. */
  amount: string;
  summary: ReactNode;
  footer: ReactNode;
  next: ReactNode;
  qr: ReactNode;
  phoneWallets: ReactNode;
  desktopWallets: ReactNode;
}

/** What every part of the pay page reads. */
export interface Pay {
  page: PayPage;
  state: PayState;
  screen: Screen;
  /** The screen that last was on the page. */
  shown: RefObject<Screen>;
  controller: WalletController;
  say: SayPay<BrowserKey>;
  locale: string;
  parts: PayParts;
  /** The payment's amount in words. */
  amount: string;
}

const PayContext = createContext<Pay | null>(null);
export const PayProvider = PayContext.Provider;

export function usePay(): Pay {
  const pay = useContext(PayContext);
  if (!pay) throw new Error("no page");
  return pay;
}

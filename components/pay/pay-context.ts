"use client";

import { createContext, type RefObject, useContext } from "react";
import type { BrowserKey, SayPay } from "@/components/words/pay/pay-words";
import type { PayPage } from "@/lib/contract/hosted-pay";
import type { PayParts } from "./pay-parts";
import type { PayState } from "./pay-state";
import type { Screen } from "./screen-of";
import type { WalletController } from "./wallet-controller";

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

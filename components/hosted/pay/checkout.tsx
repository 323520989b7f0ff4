"use client";

import { useMemo, useRef } from "react";
import type { BrowserKey, BrowserWords, PayEnglish } from "@/components/hosted/words/pay/pay-words";
import type { PayActions, PayPage } from "@/lib/contract/payments/hosted-pay";
import { sayIn } from "@/lib/core/text/say";
import type { PayParts } from "./pay-context";
import { type Pay, PayProvider } from "./pay-context";
import { PayScreen } from "./pay-screen";
import { Reconnecting } from "./reconnecting";
import { isCompact, isUnpaid, type Screen, screenOf } from "./screen-of";
import { useWalletController } from "./use-wallet-controller";

interface Props {
  page: PayPage;
  actions: PayActions;
  parts: PayParts;
  words: BrowserWords;
  locale: string;
}

/** The pay page: what is paid on one side, how on the other. Every state is rendered on the server first. */
export function Checkout({ page, actions, parts, words, locale }: Props) {
  const { controller, state } = useWalletController(page, actions);
  const say = useMemo(() => sayIn<PayEnglish, BrowserKey>(words), [words]);
  const { network, chains } = page;
  const screen = screenOf(state, {
    chainId: network.chainId,
    amount: page.amount,
    hasChoice: chains.length > 1,
  });
  const { amount } = parts;
  const shown = useRef<Screen>(screen);
  const pay: Pay = { page, state, screen, shown, controller, say, locale, parts, amount };
  return (
    <PayProvider value={pay}>
      <div
        data-unpaid={isUnpaid(screen)}
        data-compact={isCompact(screen)}
        className="group/pay wrap-anywhere flex grow flex-col lg:grid lg:grid-cols-2"
      >
        {parts.summary}
        <main className="flex grow justify-center px-5 pt-8 pb-16 group-data-[compact=true]/pay:max-lg:pt-6 sm:px-8 lg:items-start lg:justify-start lg:px-16 lg:pt-28 xl:px-24">
          <div className="w-full max-w-md">
            {isUnpaid(screen) && (
              <noscript>
                <p className="mb-6 rounded-xl bg-test-soft px-4 py-3 text-sm">{say("noScript")}</p>
              </noscript>
            )}
            <Reconnecting />
            <PayScreen key={screenKey(screen)} />
          </div>
        </main>
        {parts.footer}
      </div>
    </PayProvider>
  );
}

/** Signing is one screen that changes in place; every other screen comes in afresh. */
function screenKey(screen: string): string {
  return screen === "confirm" || screen.startsWith("sign_") ? "sign" : screen;
}

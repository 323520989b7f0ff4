"use client";

import { useMemo } from "react";
import { formatAmount } from "@/components/money/format-amount";
import type { PayActions, PayPage } from "@/lib/contract/hosted-pay";
import { type Pay, PayProvider } from "./pay-context";
import { PayScreen } from "./pay-screen";
import { PaySummary } from "./pay-summary";
import type { QrPath } from "./qr-path";
import { Reconnecting } from "./reconnecting";
import { screenOf } from "./screen-of";
import { useConductor } from "./use-conductor";
import { useScreenFocus } from "./use-screen-focus";
import { createSay, type Words } from "./words/say";

interface Props {
  page: PayPage;
  actions: PayActions;
  qr: QrPath | null;
  words: Words;
  locale: string;
}

/** The pay page: what is paid on one side, how on the other. Every state is rendered on the server first. */
export function Checkout({ page, actions, qr, words, locale }: Props) {
  const { conductor, state } = useConductor(page, actions);
  const say = useMemo(() => createSay(words), [words]);
  const screen = screenOf(state, { chainId: page.network.chainId, amount: page.amount });
  const amount = formatAmount(page, locale);
  const pay: Pay = { page, state, screen, conductor, say, locale, qr, amount };
  useScreenFocus(screen);
  return (
    <PayProvider value={pay}>
      <div className="lg:grid lg:min-h-dvh lg:grid-cols-2">
        <PaySummary />
        <main
          id="payment"
          className="flex justify-center px-5 pt-8 pb-16 sm:px-8 lg:items-start lg:justify-start lg:px-16 lg:pt-28 xl:px-24"
        >
          <div className="w-full max-w-md">
            <noscript>
              <p className="mb-6 rounded-xl bg-test-soft px-4 py-3 text-sm">{say("noScript")}</p>
            </noscript>
            <Reconnecting />
            <PayScreen key={screenKey(screen)} />
          </div>
        </main>
      </div>
    </PayProvider>
  );
}

/** Signing is one screen that changes in place; every other screen comes in afresh. */
function screenKey(screen: string): string {
  return screen === "confirm" || screen.startsWith("sign_") ? "sign" : screen;
}

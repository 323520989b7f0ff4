"use client";

import { useMemo, useRef } from "react";
import type { PayParts } from "@/components/hosted/pay/pay-context";
import { type Pay, PayProvider } from "@/components/hosted/pay/pay-context";
import { Reconnecting } from "@/components/hosted/pay/reconnecting";
import { isCompact, isUnpaid, type Screen, screenOf } from "@/components/hosted/pay/screen-of";
import type { BrowserKey, BrowserWords, PayEnglish } from "@/components/hosted/words/pay/pay-words";
import type {
  SubscribeEnglish,
  SubscribeWords,
} from "@/components/hosted/words/subscribe/subscribe-words";
import type {
  SubscribeActions,
  SubscribePage,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { sayIn } from "@/lib/core/text/say";
import { CurrentScreen, screenKey } from "./current-screen";
import { SubscribeProvider, type Subscribing } from "./subscribe-context";
import { isChargedApart, likeOf, subscribeScreenOf } from "./subscribe-state";
import { useSubscriber } from "./use-subscriber";

interface Props {
  page: SubscribePage;
  actions: SubscribeActions;
  parts: PayParts;
  /** What the wallet's screens say, as on the pay page, and what this page says. */
  payWords: BrowserWords;
  words: SubscribeWords;
  locale: string;
}

/** The page of a plan: what is agreed to on one side, how on the other. */
export function Subscribe({ page, actions, parts, payWords, words, locale }: Props) {
  const { subscriber, state, own } = useSubscriber(page, actions);
  const say = useMemo(() => sayIn<PayEnglish, BrowserKey>(payWords), [payWords]);
  const saySubscribe = useMemo(() => sayIn<SubscribeEnglish>(words), [words]);
  const { wallet } = subscriber;
  const amount = own.check?.dueNow ?? "0";
  const walletScreen = screenOf(state, { chainId: page.network.chainId, amount });
  const ownScreen = subscribeScreenOf(page, own, walletScreen);
  const shownScreen = ownScreen ?? walletScreen;
  const screen: Screen = ownScreen ? likeOf[ownScreen] : walletScreen;
  const shown = useRef<Screen>(screen);
  const pay: Pay = {
    page: wallet.page,
    state,
    screen,
    shown,
    controller: wallet,
    say,
    locale,
    parts,
    amount: parts.amount,
  };
  const subscribing: Subscribing = { plan: page, own, subscriber, words: saySubscribe };
  return (
    <PayProvider value={pay}>
      <SubscribeProvider value={subscribing}>
        <div
          data-unpaid={isUnpaid(screen) && !isChargedApart(page, own.check)}
          data-compact={isCompact(screen)}
          data-batch={own.batch !== null}
          className="group/pay wrap-anywhere flex grow flex-col lg:grid lg:grid-cols-2"
        >
          {parts.summary}
          <main className="flex grow justify-center px-5 pt-8 pb-16 group-data-[compact=true]/pay:max-lg:pt-6 sm:px-8 lg:items-start lg:justify-start lg:px-16 lg:pt-28 xl:px-24">
            <div className="w-full max-w-md">
              {isUnpaid(screen) && (
                <noscript>
                  <p className="mb-6 rounded-xl bg-test-soft px-4 py-3 text-sm">
                    {say("noScript")}
                  </p>
                </noscript>
              )}
              <Reconnecting />
              <CurrentScreen key={screenKey(shownScreen)} screen={shownScreen} />
            </div>
          </main>
          {parts.footer}
        </div>
      </SubscribeProvider>
    </PayProvider>
  );
}

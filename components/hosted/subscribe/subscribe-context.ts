"use client";

import { createContext, useContext } from "react";
import type { SaySubscribe } from "@/components/hosted/words/subscribe/subscribe-words";
import type { SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";
import type { SubscribeState } from "./subscribe-state";
import type { Subscriber } from "./subscriber";

/** What every part of the page of a plan reads, beside what the wallet's screens do. */
export interface Subscribing {
  plan: SubscribePage;
  own: SubscribeState;
  subscriber: Subscriber;
  words: SaySubscribe;
}

const SubscribeContext = createContext<Subscribing | null>(null);
export const SubscribeProvider = SubscribeContext.Provider;

export function useSubscribing(): Subscribing {
  const subscribing = useContext(SubscribeContext);
  if (!subscribing) throw new Error("useSubscribing is for parts of the page of a plan");
  return subscribing;
}

import type { Language } from "@/components/hosted/words/choose-language";
import { leadDaysOf } from "@/lib/core/subscriptions/reminder-times";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type SubscribeEnglish = typeof en;
/** A language: the same keys as English, as plain data, so that only the chosen one travels. */
export type SubscribeWords = Record<keyof SubscribeEnglish, string>;
export type SaySubscribe = SayIn<SubscribeEnglish>;

/** What the page of a plan says. */
export const subscribeWords: Record<Language, SubscribeWords> = { en };

/** The words of a plan's page: it promises e-mails before charges only where they are sent. */
export function wordsOfPlan(
  words: SubscribeWords,
  { intervalSeconds }: { readonly intervalSeconds: number },
): SubscribeWords {
  const isAnnounced = leadDaysOf("subscription_renewal_upcoming", intervalSeconds).length > 0;
  return isAnnounced ? words : { ...words, emailHint: words.emailHintOften };
}

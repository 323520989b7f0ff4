import type { Language } from "@/components/hosted/words/choose-language";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type SubscribeEnglish = typeof en;
/** A language: the same keys as English, as plain data, so that only the chosen one travels. */
export type SubscribeWords = Record<keyof SubscribeEnglish, string>;
export type SaySubscribe = SayIn<SubscribeEnglish>;

/** What the page of a plan says. */
export const subscribeWords: Record<Language, SubscribeWords> = { en };

import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { hostedWords } from "@/components/hosted/words/hosted/hosted-words";
import { problemWords, shopWords } from "@/components/hosted/words/shop/shop-words";
import { subscribeWords } from "@/components/hosted/words/subscribe/subscribe-words";
import { sayIn } from "@/lib/core/text/say";
import type { ShopSpeech } from "./shop-speech";

/** What a shop's pages are worded with, in a visitor's language. */
export function speakTo(acceptLanguage: string | null, preferred: string | undefined) {
  const { language, locale } = chooseLanguage(acceptLanguage, preferred);
  const words = shopWords[language];
  const speech: ShopSpeech = {
    say: sayIn(words),
    terms: sayIn(subscribeWords[language]),
    hosted: sayIn(hostedWords[language]),
    problems: problemWords(words),
    locale,
  };
  return { words, speech };
}

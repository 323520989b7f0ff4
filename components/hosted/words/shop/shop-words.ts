import type { Language } from "@/components/hosted/words/choose-language";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

type ShopEnglish = typeof en;
type ShopKey = keyof ShopEnglish;
type ShopWords = Record<ShopKey, string>;
export type SayShop = SayIn<ShopEnglish>;

/** What shops and payment links say. */
export const shopWords: Record<Language, ShopWords> = { en };

/** Words of what a buyer does: they alone travel to the browser. */
const browserKeys = [
  "problemSoldOut",
  "problemFewer",
  "problemChanged",
  "problemClosed",
  "problemSuspended",
  "problemBusy",
  "problemOffline",
  "problemOther",
  "emailWrong",
] as const satisfies readonly ShopKey[];
export type ProblemKey = (typeof browserKeys)[number];

/** Words of the form of a payment link. */
const formKeys = [
  ...browserKeys,
  "quantity",
  "amount",
  "amountHint",
  "amountWrong",
  "email",
  "emailHint",
  "optional",
  "continue",
  "continueSubscribe",
  "total",
] as const satisfies readonly ShopKey[];
export type FormKey = (typeof formKeys)[number];

const pick = <Key extends ShopKey>(words: ShopWords, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, words[key]])) as Record<Key, string>;

export const problemWords = (words: ShopWords) => pick(words, browserKeys);
export const formWords = (words: ShopWords) => pick(words, formKeys);
export type ProblemWords = Record<ProblemKey, string>;
export type FormWords = Record<FormKey, string>;

import type { Language } from "@/components/hosted/words/choose-language";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type SubscriptionsEnglish = typeof en;
type SubscriptionsKey = keyof SubscriptionsEnglish;
export type SubscriptionsWords = Record<SubscriptionsKey, string>;
export type SaySubscriptions<Known extends SubscriptionsKey = SubscriptionsKey> = SayIn<
  SubscriptionsEnglish,
  Known
>;

/** What the page of a payer's subscriptions says. */
export const subscriptionsWords: Record<Language, SubscriptionsWords> = { en };

/** Words of the parts that run in the browser; all others are rendered on the server. */
export const browserKeys = [
  "looking",
  "noWallets",
  "moreWallets",
  "testWallet",
  "signInWith",
  "waiting",
  "otherWallet",
  "rejected",
  "alreadyOpen",
  "unsupported",
  "walletFailed",
  "signatureRefused",
  "signInExpired",
  "limited",
  "limitedLong",
  "payerBlocked",
  "walletNotDeployed",
  "failed",
  "offline",
  "signedOut",
  "signOut",
  "payNow",
  "charging",
  "chargeLate",
  "chargeOver",
  "payBalance",
  "payAllowance",
  "payPaused",
  "payRefused",
  "payNotDue",
  "cancel",
  "cancelYes",
  "keep",
  "signWith",
  "permitSent",
  "permitLate",
  "permitDone",
  "permitFailed",
  "permitStale",
  "permitDeclined",
  "permitPending",
  "otherAccount",
  "otherNetwork",
  "unreachable",
] as const satisfies readonly SubscriptionsKey[];
export type HomeKey = (typeof browserKeys)[number];
export type HomeWords = Pick<SubscriptionsWords, HomeKey>;

/** The words that travel to the browser. */
export function homeWords(words: SubscriptionsWords): HomeWords {
  return Object.fromEntries(browserKeys.map((key) => [key, words[key]])) as HomeWords;
}

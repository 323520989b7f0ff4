import { useMemo } from "react";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import type { BrowserKey, PayEnglish } from "@/components/hosted/words/pay/pay-words";
import {
  type WalletEnglish,
  type WalletKey,
  walletWords,
} from "@/components/hosted/words/wallet/wallet-words";
import { type SayIn, sayIn } from "@/lib/core/text/say";
import { type Pay, usePay } from "./pay-context";

type SayBoth = SayIn<PayEnglish & WalletEnglish, BrowserKey | WalletKey>;

/** What every part of the wallet's screens reads: they say more than the page that comes first. */
export interface WalletPay extends Omit<Pay, "say"> {
  say: SayBoth;
}

/** Both know their keys, and which of them is asked is decided by the key. */
type SayAny = (key: string, ...blanks: object[]) => string;

/** Looks among the wallet's words first: the page has none of the same name. */
function sayBoth(page: Pay["say"], locale: string): SayBoth {
  const words = walletWords[chooseLanguage(null, locale).language];
  const own = sayIn<WalletEnglish>(words) as SayAny;
  const say: SayAny = (key, ...blanks) => (key in words ? own : (page as SayAny))(key, ...blanks);
  return say;
}

export function useWalletPay(): WalletPay {
  const pay = usePay();
  const say = useMemo(() => sayBoth(pay.say, pay.locale), [pay.say, pay.locale]);
  return { ...pay, say };
}

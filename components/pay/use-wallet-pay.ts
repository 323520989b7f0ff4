import { useMemo } from "react";
import { chooseLanguage } from "@/components/words/choose-language";
import type { BrowserKey, PayEnglish } from "@/components/words/pay/pay-words";
import {
  type WalletEnglish,
  type WalletKey,
  walletWords,
} from "@/components/words/wallet/wallet-words";
import { type SayIn, sayIn } from "@/lib/core/say";
import { type Pay, usePay } from "./pay-context";

type English = PayEnglish & WalletEnglish;
type Known = BrowserKey | WalletKey;

/** What every part of the wallet's screens reads: they say more than the page that comes first. */
export interface WalletPay extends Omit<Pay, "say"> {
  say: SayIn<English, Known>;
}

export function useWalletPay(): WalletPay {
  const pay = usePay();
  const { words, locale } = pay;
  const say = useMemo(() => {
    const { language } = chooseLanguage(null, locale);
    return sayIn<English, Known>({ ...words, ...walletWords[language] });
  }, [words, locale]);
  return { ...pay, say };
}

import { useMemo } from "react";
import { usePay } from "@/components/hosted/pay/pay-context";
import {
  type BatchEnglish,
  batchWords,
  type SayBatch,
} from "@/components/hosted/words/batch/batch-words";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { sayIn } from "@/lib/core/text/say";

/** What the page says of subscribing with one confirmation, in its language. */
export function useBatchWords(): SayBatch {
  const { locale } = usePay();
  return useMemo(() => {
    const { language } = chooseLanguage(null, locale);
    return sayIn<BatchEnglish>(batchWords[language]);
  }, [locale]);
}

import { en } from "./en";
import type { Words } from "./say";

const languages: Record<string, Words> = { en };
const fallback = "en";

/** A language's words, and the locale in which numbers and dates are written beside them. */
export interface ChosenWords {
  locale: string;
  words: Words;
}

/**
 * Chooses the first language of an `Accept-Language` header that there are words for.
 * @param preferred goes first, as from `?locale=`
 */
export function pickWords(acceptLanguage: string | null, preferred?: string): ChosenWords {
  const asked = [preferred ?? "", ...(acceptLanguage ?? "").split(",")];
  for (const item of asked) {
    const locale = canonicalLocale(item.split(";")[0]?.trim() ?? "");
    const words = languages[locale.split("-")[0] ?? ""];
    if (words) return { locale, words };
  }
  return { locale: fallback, words: languages[fallback] ?? en };
}

function canonicalLocale(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? "";
  } catch {
    return "";
  }
}

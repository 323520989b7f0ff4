/** The languages that there are words in. */
export const languages = ["en"] as const;
export type Language = (typeof languages)[number];
const fallback: Language = "en";

/** A language, and the locale in which numbers and dates are written beside its words. */
export interface ChosenLanguage {
  language: Language;
  /** BCP 47. */
  locale: string;
}

/**
 * Chooses the first language of an `Accept-Language` header that there are words in.
 * @param preferred goes first, as from `?locale=`
 */
export function chooseLanguage(acceptLanguage: string | null, preferred?: string): ChosenLanguage {
  const asked = [preferred ?? "", ...(acceptLanguage ?? "").split(",")];
  for (const item of asked) {
    const locale = canonicalLocale(item.split(";")[0]?.trim() ?? "");
    const language = languages.find((known) => known === locale.split("-")[0]);
    if (language) return { locale, language };
  }
  return { locale: fallback, language: fallback };
}

function canonicalLocale(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? "";
  } catch {
    return "";
  }
}

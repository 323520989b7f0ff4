import type { EmailPrefName } from "@/lib/core/mail-kinds";
import { memoize } from "@/lib/core/memoize";
import type { Mode } from "@/lib/core/modes";
import type { MailWords } from "./words/mail-words";

/** What a mail is worded with, beside its facts. */
export interface Wording extends MailWords {
  readonly mode: Mode;
  readonly appUrl: string;
  networkOf(chainId: number): string;
  /** The address that ends mails which a preference governs. */
  stopUrl(pref: EmailPrefName): string;
  /** A sealed code of the mail; null when it can no longer be opened. */
  openCode(sealed: string): string | null;
}

const day = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
const shapes = {
  day,
  date: { ...day, hour: "numeric", minute: "2-digit", timeZoneName: "short" },
} as const;
const formatOf = memoize(
  (lang: string, shape: keyof typeof shapes) => new Intl.DateTimeFormat(lang, shapes[shape]),
);

/** An instant as mails write it: nobody knows the reader's time zone. */
export const formatDate = (iso: string, lang: string) =>
  formatOf(lang, "date").format(new Date(iso));

/** The day of an instant, in UTC. */
export const formatDay = (iso: string, lang: string) => formatOf(lang, "day").format(new Date(iso));

import { keep } from "@/lib/core/keep";
import type { EmailPrefName } from "@/lib/core/mail-kinds";
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

const dateFormat = keep(
  (lang: string) =>
    new Intl.DateTimeFormat(lang, {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
      timeZone: "UTC",
    }),
);

const dayFormat = keep(
  (lang: string) =>
    new Intl.DateTimeFormat(lang, {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    }),
);

/** An instant as mails write it: nobody knows the reader's time zone. */
export const formatDate = (iso: string, lang: string) => dateFormat(lang).format(new Date(iso));

/** The day of an instant, in UTC. */
export const formatDay = (iso: string, lang: string) => dayFormat(lang).format(new Date(iso));

import { type SayIn, sayIn } from "@/lib/core/say";
import { en } from "./en";

export type SayMail = SayIn<typeof en>;

/** What mails are worded with. */
export interface MailWords {
  /** BCP 47. */
  readonly lang: string;
  readonly say: SayMail;
}

/** The words of mails; there is one language so far. */
export const mailWords: MailWords = { lang: "en", say: sayIn<typeof en>(en) };

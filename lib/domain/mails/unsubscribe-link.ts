import { type SealingKeys, seal, unseal } from "@/lib/adapters/sealing/seal";
import { type EmailPrefName, emailPrefNames } from "@/lib/core/mails/mail-kinds";

const PURPOSE = "unsubscribe";
const BOUND_TO = "email-prefs";

/** What a link that ends mails of a kind stands for. */
export interface Unsubscription {
  readonly merchantId: string;
  readonly pref: EmailPrefName;
}

/** The address that ends mails of a kind, for anyone who has it. Only those mails contain it. */
export function unsubscribeUrl(
  config: SealingKeys & { readonly APP_URL: string },
  { merchantId, pref }: Unsubscription,
): string {
  const token = seal(config, PURPOSE, BOUND_TO, `${merchantId} ${pref}`);
  return `${config.APP_URL}/api/mail/unsubscribe/${token}`;
}

/** What the last part of such an address stands for; null when it is not one of ours. */
export function readUnsubscribeToken(keys: SealingKeys, token: string): Unsubscription | null {
  try {
    const [merchantId = "", name = ""] = unseal(keys, PURPOSE, BOUND_TO, token).split(" ");
    const pref = emailPrefNames.find((known) => known === name);
    return pref ? { merchantId, pref } : null;
  } catch {
    return null;
  }
}

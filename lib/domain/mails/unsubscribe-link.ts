import { type SealingKeys, seal, unseal } from "@/lib/adapters/sealing/seal";
import { type NotificationKind, notificationKinds } from "@/lib/core/insight/notification-kinds";
import {
  emailPrefKinds,
  emailPrefNames,
  type MailTopic,
  mailTopics,
} from "@/lib/core/mails/mail-kinds";

const PURPOSE = "unsubscribe";
const BOUND_TO = "email-prefs";

/** What a link that ends mails of a kind stands for: of notifications to a merchant, or of a topic to an address. */
export type Unsubscription =
  | { readonly merchantId: string; readonly notification: NotificationKind }
  | { readonly address: string; readonly topic: MailTopic };

/** The address that ends mails of a kind, for anyone who has it. Only those mails contain it. */
export function unsubscribeUrl(
  config: SealingKeys & { readonly APP_URL: string },
  link: Unsubscription,
): string {
  const text =
    "topic" in link ? `${link.topic} ${link.address}` : `${link.merchantId} ${link.notification}`;
  return `${config.APP_URL}/api/mail/unsubscribe/${seal(config, PURPOSE, BOUND_TO, text)}`;
}

/** What the last part of such an address stands for; null when it is not one of ours. */
export function readUnsubscribeToken(keys: SealingKeys, token: string): Unsubscription | null {
  try {
    const [first = "", second = ""] = unseal(keys, PURPOSE, BOUND_TO, token).split(" ");
    const topic = mailTopics.find((known) => known === first);
    if (topic) return { address: second, topic };
    // Links of mails from before there were further kinds hold the name of the preference.
    const pref = emailPrefNames.find((known) => known === second);
    const notification = pref
      ? emailPrefKinds[pref]
      : notificationKinds.find((known) => known === second);
    return notification ? { merchantId: first, notification } : null;
  } catch {
    return null;
  }
}

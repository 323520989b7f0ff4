import type { EmailSeen } from "@/db/schema/customers";
import type { LockedCustomer } from "./customer-rows";

/** How many are kept. */
export const maxEmails = 20;
/** How many of them may come from the checkout, where nothing proves who types. */
export const maxCheckoutEmails = 5;

const isCheckout = ({ source }: EmailSeen) => source === "checkout";
const isSame = (one: EmailSeen, other: EmailSeen) =>
  one.source === other.source && one.email.toLowerCase() === other.email.toLowerCase();

/**
 * The e-mails seen for a customer with one more, newest last. Seen again, one moves to the end.
 * What anybody could type on the checkout makes way for what the merchant said or a payment proved,
 * never the other way round.
 */
export function addEmail(history: readonly EmailSeen[], seen: EmailSeen): EmailSeen[] {
  const all = [...history.filter((entry) => !isSame(entry, seen)), seen];
  const trusted = all.filter((entry) => !isCheckout(entry)).slice(-maxEmails);
  const room = Math.min(maxCheckoutEmails, maxEmails - trusted.length);
  const typed = room > 0 ? all.filter(isCheckout).slice(-room) : [];
  return all.filter((entry) => trusted.includes(entry) || typed.includes(entry));
}

/** How much the word of each source counts for the customer's own e-mail. */
const trust = { checkout: 0, payment: 1, merchant: 2 } as const;

/**
 * A customer's e-mail and history after one more was seen. The e-mail itself changes only when the new source counts at
 * least as much as the source that set it.
 */
export function seeEmail(
  { email, emailSource, emailHistory, lockedAt }: LockedCustomer,
  seen: string,
  source: EmailSeen["source"],
) {
  const counts = emailSource === null || trust[source] >= trust[emailSource];
  return {
    email: counts ? seen : email,
    emailSource: counts ? source : emailSource,
    emailHistory: addEmail(emailHistory, { email: seen, seenAt: lockedAt.toISOString(), source }),
  };
}

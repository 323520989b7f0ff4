import type { NotificationKind } from "@/lib/core/insight/notification-kinds";

/** The emails of a merchant that its object shows as on or off. */
export const emailPrefNames = ["paymentReceived", "subscriptionCharged"] as const;
export type EmailPrefName = (typeof emailPrefNames)[number];

/** A type, not an interface: only those count as JSON. */
export type EmailPrefs = Record<EmailPrefName, boolean>;

export const everyMail: EmailPrefs = { paymentReceived: true, subscriptionCharged: true };

/** The kinds of notification whose emails these are: both are one setting. */
export const emailPrefKinds: Readonly<Record<EmailPrefName, NotificationKind>> = {
  paymentReceived: "payment.completed",
  subscriptionCharged: "subscription.charged",
};

/** The merchant's own name for the emails of a kind of notification, where it has one. */
export const emailPrefOf = (kind: NotificationKind): EmailPrefName | undefined =>
  emailPrefNames.find((name) => emailPrefKinds[name] === kind);

/** What the owner of an address may turn off for it, at every merchant. */
export const mailTopics = ["receipts", "subscriptions", "reminders"] as const;
export type MailTopic = (typeof mailTopics)[number];

/** The mails that remind a subscription's payer of what is ahead. */
export const payerReminders = [
  "subscription_renewal_upcoming",
  "subscription_balance_low",
  "subscription_ending",
] as const;
export type PayerReminder = (typeof payerReminders)[number];

/** The mails that there are. */
export const mailKinds = [
  "payment_receipt",
  "payment_received",
  "webhook_endpoint_failing",
  "webhook_endpoint_disabled",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** The mails that a merchant may turn off. */
export const emailPrefNames = ["paymentReceived", "subscriptionCharged"] as const;
export type EmailPrefName = (typeof emailPrefNames)[number];

/** A type, not an interface: only those count as JSON. */
export type EmailPrefs = Record<EmailPrefName, boolean>;

export const everyMail: EmailPrefs = { paymentReceived: true, subscriptionCharged: true };

/** Why a mail was not given to any mail server. */
export const withheldReasons = ["test_mode", "no_smtp_url"] as const;
export type WithheldReason = (typeof withheldReasons)[number];

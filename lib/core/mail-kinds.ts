/** The mails that there are. */
export const mailKinds = [
  "payment_receipt",
  "payment_received",
  "refund_receipt",
  "refund_completed",
  "refund_failed",
  "refund_waiting",
  "webhook_endpoint_failing",
  "webhook_endpoint_disabled",
  "invoice",
  "invoice_reminder",
  "invoice_overdue",
  "invoice_voided",
  "invoice_receipt",
  "invoice_paid",
  "subscription_confirmation",
  "subscription_charge_receipt",
  "subscription_renewal_upcoming",
  "subscription_charge_failed",
  "subscription_balance_low",
  "subscription_cancelled",
  "subscription_lapsed",
  "subscription_ending",
  "subscription_started",
  "subscription_charged",
  "subscription_charge_failed_merchant",
  "subscription_recovered",
  "subscription_lapsed_merchant",
  "subscription_cancelled_merchant",
  "identity_code",
  "identity_account_exists",
  "identity_security",
  "api_key_created",
  "api_key_leaked",
  "contact_message",
  "welcome",
  "live_mode_unlocked",
  "payout_changed",
  "owner_changed",
  "webhook_secret_rotated",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** The mails that a merchant may turn off. */
export const emailPrefNames = ["paymentReceived", "subscriptionCharged"] as const;
export type EmailPrefName = (typeof emailPrefNames)[number];

/** A type, not an interface: only those count as JSON. */
export type EmailPrefs = Record<EmailPrefName, boolean>;

export const everyMail: EmailPrefs = { paymentReceived: true, subscriptionCharged: true };

/** The mails that ask for an invoice's payment. */
export const invoiceDemands = ["invoice", "invoice_reminder", "invoice_overdue"] as const;
export type InvoiceDemand = (typeof invoiceDemands)[number];

/** The mails that tell of a subscription: to its payer, and to its merchant. */
export type SubscriptionMail = Extract<MailKind, `subscription_${string}`>;

/** The mails that remind a subscription's payer of what is ahead. */
export const payerReminders = [
  "subscription_renewal_upcoming",
  "subscription_balance_low",
  "subscription_ending",
] as const satisfies readonly SubscriptionMail[];
export type PayerReminder = (typeof payerReminders)[number];

/** Why a mail was not given to any mail server. */
export const withheldReasons = [
  "test_mode",
  "no_smtp_url",
  "invoice_closed",
  "subscription_changed",
  "code_expired",
] as const;
export type WithheldReason = (typeof withheldReasons)[number];

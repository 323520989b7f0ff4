import type { EventType } from "@/lib/core/webhooks/event-kinds";

/** The types of events that become notifications. */
export const notificationTypes = [
  "payment.completed",
  "payment.reverted",
  "subscription.created",
  "subscription.charge_failed",
  "refund.completed",
  "refund.failed",
  "invoice.overdue",
  "compliance.wallet_blocked",
  "compliance.wallet_flagged",
] as const satisfies readonly EventType[];
export type NotificationType = (typeof notificationTypes)[number];

/** What each type of notification is called. */
export const notificationTitles: Readonly<Record<NotificationType, string>> = {
  "payment.completed": "Payment received",
  "payment.reverted": "Payment removed by a chain reorganization",
  "subscription.created": "New subscriber",
  "subscription.charge_failed": "Renewal failed",
  "refund.completed": "Refund completed",
  "refund.failed": "Refund failed",
  "invoice.overdue": "Invoice overdue",
  "compliance.wallet_blocked": "Wallet blocked by screening",
  "compliance.wallet_flagged": "Wallet on the watch list",
};

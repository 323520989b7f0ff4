import type { EventType } from "@/lib/core/webhooks/event-kinds";

/** The types of events that the bell can show. */
const notificationTypes = [
  "payment.completed",
  "payment.reverted",
  "subscription.created",
  "subscription.charged",
  "subscription.charge_failed",
  "subscription.cancelled",
  "subscription.lapsed",
  "refund.completed",
  "refund.failed",
  "invoice.overdue",
  "compliance.wallet_blocked",
  "compliance.wallet_flagged",
] as const satisfies readonly EventType[];
export type NotificationType = (typeof notificationTypes)[number];

/** Every kind that the bell can show. No event tells of the last one. */
export const bellKinds = [...notificationTypes, "invoice.undelivered"] as const;
export type BellKind = (typeof bellKinds)[number];

/** Every kind of notification that a person can choose about, in the order of the list. The last ones are emails alone. */
export const notificationKinds = [
  ...bellKinds,
  "compliance.hold_decided",
  "refund.waiting",
  "product.sold_out",
  "webhook_endpoint.failing",
  "webhook_endpoint.disabled",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** What each kind of notification is called. */
export const notificationTitles: Readonly<Record<NotificationKind, string>> = {
  "payment.completed": "Payment received",
  "payment.reverted": "Payment removed by a chain reorganization",
  "subscription.created": "New subscriber",
  "subscription.charged": "Subscription charged",
  "subscription.charge_failed": "Renewal failed",
  "subscription.cancelled": "Subscription cancelled",
  "subscription.lapsed": "Subscription ended by a failed renewal",
  "refund.completed": "Refund completed",
  "refund.failed": "Refund failed",
  "invoice.overdue": "Invoice overdue",
  "compliance.wallet_blocked": "Wallet blocked by screening",
  "compliance.wallet_flagged": "Wallet on the watch list",
  "compliance.hold_decided": "Decision about a held payment",
  "refund.waiting": "Refund waiting for your wallet",
  "invoice.undelivered": "Invoice email not delivered",
  "product.sold_out": "Product sold out",
  "webhook_endpoint.failing": "Webhook endpoint failing",
  "webhook_endpoint.disabled": "Webhook endpoint disabled",
};

/** What a subscription that is a subscriber's next term of the plan is called in the bell. */
export const nextTermTitle = "Renewed for another term";

/** The bell shows these only to persons who have chosen so; everything else, until they choose otherwise. */
const offUntilChosen: readonly BellKind[] = [
  "subscription.charged",
  "subscription.cancelled",
  "subscription.lapsed",
];

/** Where a person wants the notifications of a kind. */
export const notificationChoices = ["bell", "mail", "both", "none"] as const;
export type NotificationChoice = (typeof notificationChoices)[number];

/** Whether a choice includes the bell, and emails. */
export const channelsOf = (choice: NotificationChoice) => ({
  bell: choice === "bell" || choice === "both",
  mail: choice === "mail" || choice === "both",
});

/** The choice that has exactly these channels. */
export function choiceOf({ bell, mail }: { bell: boolean; mail: boolean }): NotificationChoice {
  if (bell && mail) return "both";
  if (bell) return "bell";
  return mail ? "mail" : "none";
}

/**
 * The kinds that the bell shows to a person.
 * @param chosen what they have chosen of a kind; those without an entry are as by default
 */
export const typesInBell = (chosen: Readonly<Partial<Record<string, boolean>>>): BellKind[] =>
  bellKinds.filter((type) => chosen[type] ?? !offUntilChosen.includes(type));

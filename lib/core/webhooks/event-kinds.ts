/** The event kinds that a webhook endpoint can register for. */
export const eventKinds = [
  "payment.created",
  "payment.seen",
  "payment.completed",
  "payment.failed",
  "payment.reverted",
  "subscription.created",
  "subscription.charged",
  "subscription.charge_failed",
  "subscription.recovery_attempt",
  "subscription.recovery_outcome",
  "subscription.cancelled",
  "subscription.lapsed",
  "refund.created",
  "refund.completed",
  "refund.failed",
  "invoice.created",
  "invoice.sent",
  "invoice.paid",
  "invoice.overdue",
  "agent.action_executed",
  "agent.job_proposed",
  "agent.job_completed",
  "agent.job_disputed",
  "compliance.wallet_flagged",
  "compliance.wallet_blocked",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Registers an endpoint for every kind, also for those to come. */
export const everyEvent = "*";

/** Type that `POST /v1/webhook-endpoints/{id}/test` sends; endpoints do not register for it. */
export const testEventKind = "webhook.test";

/** Every type that an event row can have. */
export const eventTypes = [...eventKinds, testEventKind] as const;
export type EventType = (typeof eventTypes)[number];

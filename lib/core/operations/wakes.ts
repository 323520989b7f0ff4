/**
 * The engine events that wake a drain. The rows say what is to be done; a wake-up only says that
 * there is something, so a lost or repeated one changes nothing.
 */
export const wakes = {
  relay: "relay/work.queued",
  chain: "chain/scan.requested",
  webhooks: "webhooks/work.queued",
  mails: "mails/work.queued",
  images: "images/work.queued",
  refunds: "refunds/work.queued",
  invoicesDue: "invoices/due.passed",
  invoiceReminders: "invoices/reminders.due",
  broadcasts: "broadcasts/work.queued",
  closings: "merchants/closing.begun",
  payerReminders: "subscriptions/reminders.due",
  treasuries: "agents/treasuries.changed",
} as const;
export type WakeName = (typeof wakes)[keyof typeof wakes];

/** What long-lived processes alone are told, and the engine never: who misses it looks by itself soon. */
export const notices = {
  /** An event was written that no endpoint is sent. */
  recorded: "events/recorded",
  /** Events have got their positions. */
  numbered: "events/numbered",
  /** The job engine runs again: wake-ups that it may have lost are to be sent once more. */
  running: "jobs/running",
} as const;
export type NoticeName = (typeof notices)[keyof typeof notices];

/** What a wake-up carries: the chain, for those that are per chain. */
export type WakeData = { chainId?: number };

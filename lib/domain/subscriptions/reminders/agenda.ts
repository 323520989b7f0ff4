import { type PayerReminder, payerReminders } from "@/lib/core/mails/mail-kinds";
import { liveSubscriptionStatuses, type SubscriptionStatus } from "@/lib/core/states";
import { leadDaysOf } from "@/lib/core/subscriptions/reminder-times";

/** What the reminders of a subscription follow from. */
export interface ReminderBasis {
  readonly status: SubscriptionStatus;
  readonly intervalSeconds: bigint;
  readonly nextChargeAt: Date | null;
  readonly endAt: Date | null;
  readonly paidUntil: Date | null;
  /** Of its plan: after so many charges the end is what was agreed. */
  readonly maxCycles: number | null;
}

/** What a payer is reminded of. */
export interface AgendaItem {
  readonly kind: PayerReminder;
  /** The charge, or the end. */
  readonly about: Date;
  /** How many days ahead, the earliest first. */
  readonly leads: readonly number[];
}

/** What a payer is to be reminded of, at the most one thing of a kind; nothing once the subscription has ended. */
export function agendaOf(row: ReminderBasis): AgendaItem[] {
  if (!liveSubscriptionStatuses.includes(row.status)) return [];
  return payerReminders.flatMap((kind) => {
    const about = kind === "subscription_ending" ? horizonOf(row) : row.nextChargeAt;
    const leads = leadDaysOf(kind, Number(row.intervalSeconds));
    return about !== null && leads.length > 0 ? [{ kind, about, leads }] : [];
  });
}

/** When it ends without having been agreed to end: null for a plan of so many charges, or where no end is in sight. */
function horizonOf({ maxCycles, nextChargeAt, endAt, paidUntil }: ReminderBasis): Date | null {
  if (maxCycles !== null) return null;
  if (nextChargeAt !== null || paidUntil === null) return endAt;
  return endAt === null || paidUntil < endAt ? paidUntil : endAt;
}

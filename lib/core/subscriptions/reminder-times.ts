import type { PayerReminder } from "@/lib/core/mails/mail-kinds";

const DAY_MS = 86_400_000;
const WEEK = 7 * 86_400;
const MONTH = 30 * 86_400;
const YEAR = 365 * 86_400;

/** How many days ahead payers are reminded, the earliest first; none for what comes round too often. */
export function leadDaysOf(kind: PayerReminder, intervalSeconds: number): readonly number[] {
  if (kind === "subscription_ending") return [14];
  if (kind === "subscription_balance_low") return intervalSeconds >= WEEK ? [3] : [];
  if (intervalSeconds >= YEAR) return [30, 7];
  return intervalSeconds >= MONTH ? [3] : [];
}

const ahead = (about: Date, days: number) => about.getTime() - days * DAY_MS;

/** The reminder whose time it is, as days ahead: the last that has come, until what it is about has. */
export function dueLead(leads: readonly number[], about: Date, now: Date): number | null {
  if (now >= about) return null;
  return leads.findLast((days) => ahead(about, days) <= now.getTime()) ?? null;
}

/** When to look again after `now`: at the next reminder, or the day after what it is about. */
export function nextLook(leads: readonly number[], about: Date, now: Date): Date {
  const moments = [...leads.map((days) => ahead(about, days)), ahead(about, -1)];
  const next = moments.find((moment) => moment > now.getTime());
  return new Date(next ?? now.getTime() + DAY_MS);
}

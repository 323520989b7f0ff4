import type { TransactionSql } from "@/db/client";
import { recordEvents } from "@/lib/domain/platform/events/record-events";
import { queueSubscriptionMails } from "./queue-subscription-mails";
import { scheduleReminders } from "./reminders/schedule-reminders";
import { mailsOf, type SubscriptionEvent, type ToldOf } from "./subscription-mails";
import type { SubscriptionRow } from "./subscription-rows";
import { subscriptionSnapshot } from "./view";

/** An event of a subscription, with its row as it is after the change. */
export interface Telling {
  readonly type: SubscriptionEvent;
  readonly row: SubscriptionRow;
  readonly told?: ToldOf;
}

/**
 * Records events of subscriptions whose rows the caller has locked or inserted, read after the change: the events, in
 * the given order, the mails that tell of them, and when the payers are reminded of what comes next.
 */
export async function tellSubscriptions(
  tx: TransactionSql,
  tellings: readonly Telling[],
): Promise<void> {
  if (tellings.length === 0) return;
  const events = tellings.map(({ type, row }) => ({
    merchantId: row.merchantId,
    mode: row.mode,
    type,
    resource: { type: "subscription", id: row.id },
    object: subscriptionSnapshot(row),
  }));
  await recordEvents(tx, events);
  const mails = tellings.flatMap(({ type, row, told = {} }) => mailsOf(type, row, told));
  await queueSubscriptionMails(tx, mails);
  const rows = new Map(tellings.map(({ row }) => [row.id, row]));
  await scheduleReminders(tx, [...rows.values()]);
}

/** Records one event, as `tellSubscriptions` does. */
export function tellSubscription(
  tx: TransactionSql,
  type: SubscriptionEvent,
  row: SubscriptionRow,
  told: ToldOf = {},
): Promise<void> {
  return tellSubscriptions(tx, [{ type, row, told }]);
}

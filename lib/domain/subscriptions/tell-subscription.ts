import type { TransactionSql } from "@/db/client";
import { recordEvent } from "@/lib/domain/events/record-event";
import { queueSubscriptionMails } from "@/lib/domain/mails/queue-subscription-mails";
import { scheduleReminders } from "./reminders/schedule-reminders";
import { mailsOf, type SubscriptionEvent, type ToldOf } from "./subscription-mails";
import type { SubscriptionRow } from "./subscription-rows";
import { subscriptionSnapshot } from "./view";

/**
 * Records an event of a subscription whose row the caller has locked or inserted, read after the change: the event,
 * the mails that tell of it, and when the payer is reminded of what comes next.
 */
export async function tellSubscription(
  tx: TransactionSql,
  type: SubscriptionEvent,
  row: SubscriptionRow,
  told: ToldOf = {},
): Promise<void> {
  await recordEvent(tx, {
    merchantId: row.merchantId,
    mode: row.mode,
    type,
    resource: { type: "subscription", id: row.id },
    object: subscriptionSnapshot(row),
  });
  await queueSubscriptionMails(tx, mailsOf(type, row, told));
  await scheduleReminders(tx, row);
}

import type { EventKind } from "@/lib/core/webhooks/event-kinds";
import { merchantMails } from "./merchant-mails";
import { payerMails } from "./payer-mails";
import { payerTroubleMails } from "./payer-trouble-mails";
import type { WantedMail } from "./queue-subscription-mails";
import type { SubscriptionMail } from "./subscription-mail";
import type { SubscriptionRow } from "./subscription-rows";
import { chargeInFlightOf } from "./view";

export type SubscriptionEvent = Extract<EventKind, `subscription.${string}`>;

/** What is known of an event beside the row. */
export interface ToldOf {
  /** By how much the wallet or its allowance falls short of the charge that failed; smallest unit. */
  readonly missing?: bigint | null;
  /** The merchant's own words for a charge that failed; null: the mail's own. */
  readonly template?: string | null;
}

type Mail = Omit<WantedMail, "subscriptionId" | "transactionId">;

/**
 * The mails of an event, each with what it tells of: a charge, a failure, or the subscription's own beginning or end.
 * A failure is told once, however many periods it lasts, and what follows from it once.
 */
export function mailsOf(type: SubscriptionEvent, row: SubscriptionRow, told: ToldOf): WantedMail[] {
  const { id: subscriptionId, latestTransactionId: transactionId } = row;
  return listMails(type, row, told).map((mail) => ({ ...mail, subscriptionId, transactionId }));
}

function listMails(
  type: SubscriptionEvent,
  row: SubscriptionRow,
  { missing = null, template = null }: ToldOf,
): Mail[] {
  const { id, status } = row;
  const charge = `${id}:${row.latestPeriod}:${row.latestNumber}`;
  switch (type) {
    case "subscription.created":
      if (status !== "active" && status !== "trialing") return [];
      return both(payerMails.confirmation, merchantMails.started, id);
    case "subscription.charged":
      return both(payerMails.charged, merchantMails.charged, charge);
    case "subscription.charge_failed": {
      const failure = `${id}:${(row.pastDueSince ?? row.nextChargeAt)?.toISOString()}`;
      const told = {
        missing: missing === null ? null : String(missing),
        ...(template !== null && { template }),
      };
      const { chargeFailed } = payerTroubleMails;
      return both(chargeFailed, merchantMails.chargeFailed, failure, told);
    }
    case "subscription.recovery_outcome":
      if (status !== "active") return [];
      return [{ mail: merchantMails.recovered, subject: charge }];
    case "subscription.lapsed":
      return both(payerTroubleMails.lapsed, merchantMails.lapsed, id);
    case "subscription.cancelled": {
      // The end was told when it came.
      if (row.endedAs !== null) return [];
      const told = { inFlight: chargeInFlightOf(row) !== null };
      return both(payerMails.cancelled, merchantMails.cancelled, id, told);
    }
    default:
      return [];
  }
}

/** One to the payer and one to the merchant. */
function both(
  payers: SubscriptionMail,
  merchants: SubscriptionMail,
  subject: string,
  told?: Mail["told"],
): Mail[] {
  return [payers, merchants].map((mail) => ({ mail, subject, ...(told && { told }) }));
}

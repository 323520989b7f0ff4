import type { EventKind } from "@/lib/core/event-kinds";
import type { WantedMail } from "@/lib/domain/mails/queue-subscription-mails";
import type { SubscriptionRow } from "./subscription-rows";
import { chargeInFlightOf } from "./view";

export type SubscriptionEvent = Extract<EventKind, `subscription.${string}`>;

/** What is known of an event beside the row. */
export interface ToldOf {
  /** By how much the wallet or its allowance falls short of the charge that failed; smallest unit. */
  readonly missing?: bigint | null;
}

type Mail = Pick<WantedMail, "kind" | "reader" | "subject" | "told">;

/**
 * The mails of an event, each with what it tells of: a charge, a failure, or the subscription's own beginning or end.
 * A failure is told once, however many periods it lasts, and what follows from it once.
 */
export function mailsOf(
  type: SubscriptionEvent,
  row: SubscriptionRow,
  { missing = null }: ToldOf,
): WantedMail[] {
  return listMails(type, row, missing).map((mail) => ({ ...mail, subscriptionId: row.id }));
}

function listMails(type: SubscriptionEvent, row: SubscriptionRow, missing: bigint | null): Mail[] {
  const { id, status } = row;
  const charge = `${id}:${row.latestPeriod}:${row.latestNumber}`;
  switch (type) {
    case "subscription.created":
      if (status !== "active" && status !== "trialing") return [];
      return both("subscription_confirmation", "subscription_started", id);
    case "subscription.charged":
      return both("subscription_charge_receipt", "subscription_charged", charge);
    case "subscription.charge_failed": {
      const failure = `${id}:${(row.pastDueSince ?? row.nextChargeAt)?.toISOString()}`;
      const told = { missing: missing === null ? null : String(missing) };
      const kinds = ["subscription_charge_failed", "subscription_charge_failed_merchant"] as const;
      return both(...kinds, failure).map((mail) => ({ ...mail, told }));
    }
    case "subscription.recovery_outcome":
      if (status !== "active") return [];
      return [{ kind: "subscription_recovered", reader: "merchant", subject: charge }];
    case "subscription.lapsed":
      return both("subscription_lapsed", "subscription_lapsed_merchant", id);
    case "subscription.cancelled": {
      const told = { inFlight: chargeInFlightOf(row) !== null };
      const kinds = ["subscription_cancelled", "subscription_cancelled_merchant"] as const;
      return both(...kinds, id).map((mail) => ({ ...mail, told }));
    }
    default:
      return [];
  }
}

/** One to the payer and one to the merchant. */
function both(payers: Mail["kind"], merchants: Mail["kind"], subject: string): Mail[] {
  return [
    { kind: payers, reader: "payer", subject },
    { kind: merchants, reader: "merchant", subject },
  ];
}

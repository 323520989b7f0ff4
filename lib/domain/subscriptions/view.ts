import type { z } from "zod";
import { encodeAs } from "@/lib/contract/encode";
import { subscription } from "@/lib/contract/subscriptions/subscriptions";
import type { JsonObject } from "@/lib/core/text/json";
import type { SubscriptionRow } from "./subscription-rows";

export type SubscriptionView = z.output<typeof subscription>;

/** A subscription as the merchant sees it. */
export function viewSubscription(row: SubscriptionRow): SubscriptionView {
  return {
    ...row,
    object: "subscription",
    intervalSeconds: Number(row.intervalSeconds),
    amountChargedOfPeriod: row.chargedOfPeriod,
    capRemaining: row.cap === null ? null : row.cap - row.charged,
    latestCharge: latestChargeOf(row),
    chargeInFlight: chargeInFlightOf(row),
  };
}

function latestChargeOf(row: SubscriptionRow): SubscriptionView["latestCharge"] {
  const { latestTransactionId, latestPeriod, latestNumber, latestAmount } = row;
  const { latestTxHash, latestChargedAt } = row;
  if (latestTransactionId === null || latestPeriod === null || latestNumber === null) return null;
  if (latestAmount === null || latestTxHash === null || latestChargedAt === null) return null;
  return {
    transactionId: latestTransactionId,
    period: latestPeriod,
    number: latestNumber,
    amount: latestAmount,
    txHash: latestTxHash,
    chargedAt: latestChargedAt,
  };
}

/** The charge that a keeper has signed and that may still land. */
export function chargeInFlightOf(row: SubscriptionRow): SubscriptionView["chargeInFlight"] {
  const { flightPeriod, flightTxHash } = row;
  if (flightPeriod === null || flightTxHash === null) return null;
  return { period: flightPeriod, txHash: flightTxHash };
}

/** A subscription as its events carry it. */
export function subscriptionSnapshot(row: SubscriptionRow): JsonObject {
  return encodeAs(subscription, viewSubscription(row));
}

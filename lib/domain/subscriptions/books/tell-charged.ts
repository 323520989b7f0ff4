import type { TransactionSql } from "@/db/client";
import {
  type SubscriptionRow,
  selectSubscriptions,
} from "@/lib/domain/subscriptions/subscription-rows";
import { type Telling, tellSubscriptions } from "@/lib/domain/subscriptions/tell-subscription";
import type { WrittenCharge } from "./charge-transactions";

/** Tells of charges that have been booked, each of another subscription, and of the recoveries that they are. */
export async function tellCharged(
  tx: TransactionSql,
  charges: readonly WrittenCharge[],
): Promise<void> {
  if (charges.length === 0) return;
  const rows = await tx<SubscriptionRow[]>`
    ${selectSubscriptions(tx)} where s.id = any (${charges.map(({ row }) => row.id)})`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const tellings = charges.flatMap((charge): Telling[] => {
    const { row: before } = charge;
    const after = byId.get(before.id);
    if (!after) throw new Error("a subscription vanished while its row was locked");
    const row = withCharge(after, charge);
    const charged: Telling = { type: "subscription.charged", row };
    if (before.status !== "past_due" || row.status !== "active") return [charged];
    return [charged, { type: "subscription.recovery_outcome", row }];
  });
  await tellSubscriptions(tx, tellings);
}

/** A subscription with the charge that is told of as its last one: one that was held up may be booked after a later one. */
const withCharge = (
  row: SubscriptionRow,
  { transactionId, event }: WrittenCharge,
): SubscriptionRow => ({
  ...row,
  latestTransactionId: transactionId,
  latestPeriod: Number(event.period),
  latestNumber: Number(event.number),
  latestAmount: event.amount,
  latestTxHash: event.txHash,
  latestChargedAt: event.blockTimestamp,
});

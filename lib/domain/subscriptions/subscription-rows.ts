import type { Db, TransactionSql } from "@/db/client";
import type { subscriptions } from "@/db/schema/subscriptions";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { invalidState, notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { liveSubscriptionStatuses, type SubscriptionStatus } from "@/lib/core/states";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** A subscription with its last final charge and the charge that is under way; each group is null or none of it is. */
export type SubscriptionRow = typeof subscriptions.$inferSelect & {
  latestTransactionId: string | null;
  latestPeriod: number | null;
  latestNumber: number | null;
  latestAmount: bigint | null;
  latestTxHash: Bytes32 | null;
  latestChargedAt: Date | null;
  flightPeriod: number | null;
  flightTxHash: Bytes32 | null;
};

/** The columns and joins of a subscription's view; a `where` clause follows, on `s`. */
export function selectSubscriptions(db: Db) {
  return db`
    select s.*, c.transaction_id as latest_transaction_id, c.period as latest_period,
      c.number as latest_number, c.amount as latest_amount, c.tx_hash as latest_tx_hash,
      c.charged_at as latest_charged_at, f.period as flight_period, f.hash as flight_tx_hash
    from subscriptions s
    left join lateral (
      select k.transaction_id, k.period, k.number, k.amount, t.tx_hash, t.block_timestamp as charged_at
      from subscription_charges k join transactions t on t.id = k.transaction_id
      where k.subscription_id = s.id order by k.period desc, k.number desc limit 1
    ) c on true
    left join lateral (
      select r.period, a.hash
      from subscription_renewals r join relay_attempts a on a.batch_id = r.batch_id
      where r.subscription_id = s.id and r.open::int = 1
      order by a.created_at desc limit 1
    ) f on true`;
}

/** The merchant is told of it: what is of no plan and was not relayed is only kept. */
export const isTold = ({ planId, origin }: SubscriptionRow): boolean =>
  planId !== null || origin === "relay";

interface Owner {
  readonly merchantId: string;
  readonly mode: Mode;
}

/**
 * One of the merchant's subscriptions.
 * @throws Refusal `not_found`
 */
export async function findSubscription(db: Db, owner: Owner, id: string): Promise<SubscriptionRow> {
  const [row] = await db<SubscriptionRow[]>`
    ${selectSubscriptions(db)} where s.id = ${id} and ${ownedBy(db, owner, "s")}`;
  if (!row) throw notFound("subscription");
  return row;
}

/**
 * Locks one of the merchant's subscriptions and reads it.
 * @throws Refusal `not_found`
 */
export async function lockOwnSubscription(
  tx: TransactionSql,
  owner: Owner,
  id: string,
): Promise<SubscriptionRow> {
  await tx`select from subscriptions where id = ${id} and ${ownedBy(tx, owner)} for no key update`;
  return findSubscription(tx, owner, id);
}

/**
 * A subscription, regardless of its owner.
 * @throws Refusal `not_found`
 */
export async function readSubscription(db: Db, id: string): Promise<SubscriptionRow> {
  const [row] = await db<SubscriptionRow[]>`
    ${selectSubscriptions(db)} where s.id = ${id} limit 1`;
  if (!row) throw notFound("subscription");
  return row;
}

/**
 * Refuses what only a subscription that has not ended can have done to it.
 * @throws Refusal `session_invalid_state` with `subscription_ended`
 */
export function refuseEnded({ status }: { readonly status: SubscriptionStatus }): void {
  if (!liveSubscriptionStatuses.includes(status)) throw ended(status);
}

/**
 * Refuses to cancel a subscription a second time.
 * @throws Refusal `session_invalid_state` with `subscription_ended`
 */
export function refuseCancelled({ status }: { readonly status: SubscriptionStatus }): void {
  if (status === "cancelled") throw ended(status);
}

const ended = (status: SubscriptionStatus) =>
  invalidState(`The subscription is ${status}.`, {
    currentStatus: status,
    reason: "subscription_ended",
  });

import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { liveSubscriptionStatuses } from "@/lib/core/states";
import type { SubscriptionRow } from "@/lib/domain/subscriptions/subscription-rows";
import type { ChargeEvent } from "./subscription-event";

/** A charge, and the subscription that it is of. */
interface DatedCharge {
  readonly event: Pick<ChargeEvent, "blockTimestamp">;
  readonly row: Pick<
    SubscriptionRow,
    "id" | "status" | "endedAs" | "cancelledAt" | "closedAt" | "pausedAt"
  >;
}

export const isLive = ({ status }: Pick<SubscriptionRow, "status">): boolean =>
  liveSubscriptionStatuses.includes(status);

/**
 * Tells which charges are late: the time of their block is not before the end of their subscription, or in one of its
 * pauses. What became of the subscription after the block, while that was not final, does not count.
 */
export async function findLate<Charge extends DatedCharge>(
  tx: TransactionSql,
  charges: readonly Charge[],
): Promise<Set<Charge>> {
  const paused = await findPaused(tx, charges);
  return new Set(
    charges.filter(
      (charge, index) => paused.has(index) || isAfterEnd(charge) || isInOpenPause(charge),
    ),
  );
}

/**
 * One that the chain itself ended has the end of its block, and not of when that was booked. One that was cancelled
 * after it had ended has its first end.
 */
function isAfterEnd({ event, row }: DatedCharge): boolean {
  if (isLive(row)) return false;
  const endedAt = row.endedAs === null ? (row.cancelledAt ?? row.closedAt) : row.closedAt;
  return endedAt === null || event.blockTimestamp >= endedAt;
}

const isInOpenPause = ({ event, row }: DatedCharge): boolean =>
  row.pausedAt !== null && event.blockTimestamp >= row.pausedAt;

/** @returns places of those whose block lies in a pause that is over */
async function findPaused(
  tx: TransactionSql,
  charges: readonly DatedCharge[],
): Promise<Set<number>> {
  const rows = charges.map(({ event, row }, place) => ({
    place,
    id: row.id,
    at: event.blockTimestamp,
  }));
  const found = await tx<{ place: number }[]>`
    select c.place
    from json_to_recordset(${asRows(rows)}::text::json) as c(place int, id text, at timestamptz)
    where exists (
      select from subscription_pauses p
      where p.subscription_id = c.id and p.paused_at <= c.at and p.resumed_at > c.at
    )`;
  return new Set(found.map(({ place }) => place));
}

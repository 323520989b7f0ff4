import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openSessionStatuses, type SessionStatus } from "@/lib/core/states";

/** Longer than any authorization lives that the relay takes. */
const LONGEST_HOURS = 26;
/** A closed session is looked at by the minute. */
const LATE_MINUTES = 10;
const MOST = 1_000;

/** An order that keeps its pieces although its session is over. */
export interface StuckOrder {
  readonly id: string;
  readonly merchantId: string;
  readonly productId: string | null;
  readonly quantity: number;
  readonly status: SessionStatus;
  /** Since its session ended. */
  readonly seconds: number;
}

/**
 * Orders whose pieces should have been taken or let go: their sessions are over, and are not looked at again, or have
 * been for longer than an authorization lives. The oldest first, at most a thousand.
 */
export function findStuckOrders(db: Db): Promise<StuckOrder[]> {
  return db<StuckOrder[]>`
    select o.id, o.merchant_id, o.product_id, o.quantity, s.status,
      seconds_waited(ended.at) as seconds
    from storefront_orders o
    join payment_sessions s on s.id = o.id
    cross join lateral (select coalesce(s.confirmed_at, s.closed_at, s.expires_at) as at) ended
    where o.stock_state = 'reserved' and s.status not in (${stateList(db, openSessionStatuses)})
      and (
        s.release_at is null
        or s.release_at < clock_now() - ${LATE_MINUTES} * interval '1 minute'
        or ended.at < clock_now() - ${LONGEST_HOURS} * interval '1 hour'
      )
    order by ended.at limit ${MOST}`;
}

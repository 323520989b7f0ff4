import type { Db } from "@/db/client";
import { isBeingPaid } from "@/lib/domain/relay/is-being-paid";

/**
 * The condition on a session `s` that its time is up and nobody is paying it. A search by the deadline needs
 * `isUnpaid` besides, for its index.
 */
export function isDue(db: Db) {
  return db`s.expires_at <= clock_now() and s.status in ('created', 'pending') and not ${isBeingPaid(db)}`;
}

import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openSessionStatuses } from "@/lib/core/states";
import { isBeingPaid } from "@/lib/domain/wallets/is-being-paid";

/** A draft's session rests in `created`: its time begins when the invoice is sent. */
const dueStatuses = openSessionStatuses.filter((status) => status !== "created");

/**
 * The condition on a session `s` that its time is up and it is not being paid. A search by the deadline needs
 * `isUnpaid` besides, for its index.
 */
export function isDue(db: Db) {
  return db`s.expires_at <= clock_now()
    and s.status in (${stateList(db, dueStatuses)}) and not ${isBeingPaid(db)}`;
}

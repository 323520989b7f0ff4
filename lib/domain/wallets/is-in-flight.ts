import type { Db } from "@/db/client";

/** The condition on a slot `b` that its transaction is signed and not known to be mined. */
export function isInFlight(db: Db) {
  return db`b.state in ('signed', 'in_flight')`;
}

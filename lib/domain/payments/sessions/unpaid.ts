import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import { openSessionStatuses } from "@/lib/core/states";

/** The condition on a session `s` that its time matters, for searches by its deadline. */
export function isUnpaid(db: Db) {
  return db.unsafe(indexCondition("due", "s.status", openSessionStatuses));
}

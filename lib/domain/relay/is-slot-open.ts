import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import { batchTransitions, statesOf } from "@/lib/core/states";

const open = statesOf(batchTransitions).filter((state) => state !== "consumed");

/** The condition on a slot `b` that its nonce is not used up for good. */
export function isSlotOpen(db: Db) {
  return db.unsafe(indexCondition("open", "b.state", open));
}

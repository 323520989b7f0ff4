import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import { slotTransitions, statesOf } from "@/lib/core/states";

const open = statesOf(slotTransitions).filter((state) => state !== "consumed");

/** The condition on a slot `b` that its nonce is not used up for good. */
export function isSlotOpen(db: Db) {
  return db.unsafe(indexCondition("open", "b.state", open));
}

import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";

/** The condition on a transaction `t` that it is mined and not final, for searches by block. */
export function isUnfinal(db: Db) {
  return db.unsafe(indexCondition("unfinal", "t.status", ["pending"]));
}

import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/owned-by";

/**
 * The events `e` of a merchant's mode, found by the index of positions. What its hash leaves to compare stands in
 * a case, so that the planner neither looks for another index for it nor believes that it leaves next to nothing.
 */
export const inStream = (db: Db, owner: { readonly merchantId: string; readonly mode: Mode }) => db`
  event_stream(e.merchant_id, e.mode) = event_stream(${owner.merchantId}, ${owner.mode})
  and case when ${ownedBy(db, owner, "e")} then true end`;

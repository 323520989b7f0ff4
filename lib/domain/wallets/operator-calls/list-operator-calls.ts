import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openCallStates } from "@/lib/core/states";
import type { OperatorCallRow } from "./wanted-call";

/** A call with how many transactions were signed for it. */
export type ListedCall = OperatorCallRow & { readonly attempts: number };

const LISTED = 50;

/**
 * Lists operators' calls, newest first: those that are open, or the newest of all.
 * @param which.merchantId only a merchant's
 */
export function listOperatorCalls(
  db: Db,
  { open, merchantId = null }: { open: boolean; merchantId?: string | null },
): Promise<ListedCall[]> {
  return db<ListedCall[]>`
    select c.*, (
      select count(*)::int from relay_attempts a where a.batch_id = c.batch_id
    ) as attempts
    from operator_calls c
    where (not ${open} or c.state in (${stateList(db, openCallStates)}))
      and (${merchantId}::text is null or c.merchant_id = ${merchantId})
    order by c.number desc limit ${LISTED}`;
}

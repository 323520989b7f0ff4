import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { standingTransactionStatuses } from "@/lib/core/states";
import { isSettlementOf } from "@/lib/domain/payments/settlements/is-settlement-of";
import { settlesOtherwise } from "@/lib/domain/payments/settlements/settles-otherwise";

/**
 * The condition on a submission that a settlement of it stands, final or not yet, under either id that its
 * authorization can have: then it neither fails nor is signed again.
 * @param alias of `relay_submissions`
 */
export function isSettled(db: Db, alias: string) {
  const submission = db(alias);
  return db`exists (
    select from (
      select t.status from transactions t
      where ${isSettlementOf(db, db`${submission}.deployment_id`, db`${submission}.payment_id`)}
      union all
      select t.status from transactions t where ${settlesOtherwise(db, alias)}
    ) t
    where t.status in (${stateList(db, standingTransactionStatuses)})
  )`;
}

import type { Db } from "@/db/client";
import { liveSubscriptionStatuses } from "@/lib/core/states";
import { isCreating } from "@/lib/domain/subscriptions/enrolments/is-creating";

/** Whether the payer has subscribed again to the plan of a subscription `s`, for the time after its end, and the enrolment has not failed. */
export function hasSuccessor(db: Db) {
  return db`exists (
    select from (select * from subscriptions where payer = s.payer offset 0) n
    where n.deployment_id = s.deployment_id and n.merchant_id = s.merchant_id
      and n.mode = s.mode and n.plan_id = s.plan_id and n.id <> s.id and n.start_at >= s.end_at
      and n.status in ${db(liveSubscriptionStatuses)}
      and (n.status <> 'pending' or ${isCreating(db, db`n`)})
  )`;
}

import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";
import { liveSubscriptionStatuses } from "@/lib/core/states";
import { isCreating } from "@/lib/domain/subscriptions/enrolments/is-creating";

/** A `from` clause of the payer's other live subscriptions `n` to the plan of a subscription `s`; of pending ones those whose enrolment has not failed. */
function otherTerms(db: Db, times: PendingQuery<Row[]>) {
  return db`from (select * from subscriptions where payer = s.payer offset 0) n
    where n.deployment_id = s.deployment_id and n.merchant_id = s.merchant_id
      and n.mode = s.mode and n.plan_id = s.plan_id and n.id <> s.id and ${times}
      and n.status in ${db(liveSubscriptionStatuses)}
      and (n.status <> 'pending' or ${isCreating(db, db`n`)})`;
}

/** Those for the time after the end of `s`. */
export const successorsOf = (db: Db) => otherTerms(db, db`n.start_at >= s.end_at`);

const isCurrent = (db: Db) => db`n.end_at <= s.start_at and n.end_at > clock_now()`;

/** Those for the time after its end, or for the present one before its start. */
export const otherTermsOf = (db: Db) =>
  otherTerms(db, db`(n.start_at >= s.end_at or (${isCurrent(db)}))`);

/** Whether the payer has subscribed again to the plan of a subscription `s`, for the time after its end, and the enrolment has not failed. */
export const hasSuccessor = (db: Db) => db`exists (select ${successorsOf(db)})`;

/** Whether `s` is for the time after a present term of the payer's to the plan. */
export const hasPredecessor = (db: Db) => db`exists (select ${otherTerms(db, isCurrent(db))})`;

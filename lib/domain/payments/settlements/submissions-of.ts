import type { Db } from "@/db/client";

/**
 * The relay's submissions of payments, as a query of `id` and `transaction_id`: of each payment its own,
 * and the one that it closed because it settled the other form of the same authorization, which the
 * payment's id does not lead to.
 * @param ids the payments' transactions, as a query
 */
export function submissionsOf(db: Db, ids: ReturnType<Db>) {
  return db`
    with paid as materialized (
      select id, deployment_id, payment_id, created_at from transactions where id in (${ids})
    )
    select s.id, paid.id as transaction_id from paid join relay_submissions s
      on s.deployment_id = paid.deployment_id and s.payment_id = paid.payment_id
    union
    select s.id, s.transaction_id from relay_submissions s
    where s.closed_at >= (select min(created_at) from paid)
      and s.transaction_id in (select id from paid)`;
}

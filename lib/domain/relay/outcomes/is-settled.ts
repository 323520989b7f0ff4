import type { Db } from "@/db/client";

/**
 * The condition on a submission that a settlement of it stands, final or not yet: then it neither fails nor
 * is signed again.
 * @param alias of `relay_submissions`
 */
export function isSettled(db: Db, alias: string) {
  const submission = db(alias);
  return db`exists (
    select from transactions t
    where t.deployment_id = ${submission}.deployment_id and t.payment_id = ${submission}.payment_id
      and t.status in ('pending', 'confirmed')
  )`;
}

import type { Db } from "@/db/client";
import type { refundAuthorizations } from "@/db/schema/refund-authorizations";
import type { RefundObstacle } from "@/lib/core/refund-authorization-states";

export type AuthorizationRow = typeof refundAuthorizations.$inferSelect;

/** After so many transactions without effect it is sent no more: it waits until it can no longer be executed. */
const MOST_ROUNDS = 3;

/** The obstacle of an authorization `a` that is queued again, after so many more transactions without effect. */
export function obstacleAgain(
  db: Db,
  { rounds, failure }: { readonly rounds: number; readonly failure: RefundObstacle | null },
) {
  return db`case when a.rounds + ${rounds} >= ${MOST_ROUNDS} then 'given_up' else ${failure} end`;
}

/** The condition on an authorization `a` that the relay is to send it now. */
export function isDue(db: Db) {
  return db`
    a.state = 'queued' and a.rounds < ${MOST_ROUNDS}
    and exists (select from refunds r where r.id = a.refund_id and r.status = 'submitted')`;
}

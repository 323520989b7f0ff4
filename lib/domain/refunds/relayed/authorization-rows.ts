import type { Db } from "@/db/client";
import type { refundAuthorizations } from "@/db/schema/refund-authorizations";

export type AuthorizationRow = typeof refundAuthorizations.$inferSelect;

/** After so many transactions without effect it is sent no more: it waits until it can no longer be executed. */
const MOST_ROUNDS = 3;

/** The condition on an authorization `a` that the relay is to send it now. */
export function isDue(db: Db) {
  return db`
    a.state = 'queued' and a.rounds < ${MOST_ROUNDS}
    and exists (select from refunds r where r.id = a.refund_id and r.status = 'submitted')`;
}

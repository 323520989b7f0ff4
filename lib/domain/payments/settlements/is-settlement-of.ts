import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";

/** Of a statement: a column, or a value that is given to it. */
type Term = PendingQuery<Row[]>;

/** The condition on a transaction `t` that it settles a payment id in a deployment, as its index knows it. */
export const isSettlementOf = (db: Db, deploymentId: Term, paymentId: Term) => db`
  settlement_hash(t.deployment_id, coalesce(t.settlement_key, t.payment_id))
    = settlement_hash(${deploymentId}, ${paymentId})
  and t.deployment_id = ${deploymentId} and t.payment_id = ${paymentId}`;

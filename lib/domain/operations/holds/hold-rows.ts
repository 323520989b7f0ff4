import type { PendingQuery, Row } from "postgres";
import type { z } from "zod";
import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import type { complianceHold } from "@/lib/contract/insight/compliance-holds";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";

export type HoldView = z.output<typeof complianceHold>;
export type HoldRow = Omit<HoldView, "object" | "transactionId" | "releasedBy">;

/** What holds show of transactions `t`. A join of `t` and a condition follow from the caller. */
const holdColumns = (db: Db) => db`
  t.id, t.mode, t.type, coalesce(d.decision, 'waiting') as status, t.from_address as payer, t.amount,
  t.currency, t.session_id, t.subscription_id, c.result, coalesce(c.matches, '[]') as matches,
  d.created_at as decided_at, a.reason, r.id as refund_id, t.created_at`;

/** What was decided, why if the merchant decided it, what the lists said last, and the newest refund. */
const holdJoins = (db: Db) => db`
  left join screening_decisions d on d.resource_id = t.id
  left join audit_log a on a.id = d.audit_id and a.merchant_id = t.merchant_id
    and a.actor_kind in ('key', 'session')
  left join lateral (
    select result, matches from compliance_screenings s
    where screening_key(s.resource_id, s.subject) = screening_key(t.id, t.from_address)
      and s.resource_id = t.id and s.subject = t.from_address order by s.created_at desc limit 1
  ) c on true
  left join lateral (
    select id from refunds where transaction_id = t.id order by created_at desc limit 1
  ) r on true`;

/** The columns and joins of holds of `transactions`, a select of such rows named `t`. */
export const selectHolds = (db: Db, transactions: PendingQuery<Row[]>) =>
  db`select ${holdColumns(db)} from (${transactions}) t ${holdJoins(db)}`;

/**
 * A hold of the merchant, decided or not.
 * @throws Refusal `not_found`
 */
export async function findHold(
  db: Db,
  owner: { readonly merchantId: string; readonly mode: Mode },
  id: string,
): Promise<HoldRow> {
  const [row] = await db<HoldRow[]>`${selectHolds(
    db,
    db`select * from transactions where id = ${id} and ${ownedBy(db, owner)}`,
  )}`;
  if (!row) throw notFound("transaction");
  return row;
}

export const viewHold = ({ HOLD_RELEASE }: Pick<Env, "HOLD_RELEASE">, row: HoldRow): HoldView => ({
  ...row,
  object: "compliance_hold",
  transactionId: row.id,
  releasedBy: HOLD_RELEASE,
});

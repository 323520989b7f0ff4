import type { PendingQuery, Row as PgRow } from "postgres";
import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import type { OutputOf } from "@/lib/contract/endpoint";
import type {
  attentionKinds,
  getAttention as declaration,
} from "@/lib/contract/insight/merchant-home";
import { unfinalTransactionStatuses } from "@/lib/core/states";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** More than these are not counted. */
const MOST = 100;

type Kind = (typeof attentionKinds)[number];
interface Row {
  kind: Kind;
  count: number;
  firstId: string;
}

/**
 * Open issues of the merchant: endpoints that fail or were disabled for it, payments held by screening, subscriptions
 * whose charge failed, and overdue invoices. Kinds without an issue are left out.
 */
export async function getAttention({
  db,
  actor,
}: Context<SessionActor>): Promise<OutputOf<typeof declaration>> {
  const rows = await db<Row[]>`
    ${counted(db, "endpoints_failing", failingEndpoints(db, actor))}
    union all ${counted(db, "payments_held", heldPayments(db, actor))}
    union all ${counted(db, "renewals_at_risk", withStatus(db, actor, "subscriptions", "past_due"))}
    union all ${counted(db, "invoices_overdue", withStatus(db, actor, "invoices", "overdue"))}`;
  return { object: "attention", mode: actor.mode, data: [...rows] };
}

const counted = (db: Db, kind: Kind, found: PendingQuery<PgRow[]>) => db`
  select ${kind}::text as kind, count(*)::int as count,
    (array_agg(id order by created_at desc))[1] as first_id
  from (${found} order by created_at desc limit ${MOST}) found having count(*) > 0`;

const failingEndpoints = (db: Db, actor: SessionActor) => db`
  select id, created_at from webhook_endpoints
  where ${ownedBy(db, actor)} and deleted_at is null
    and case status when 'enabled' then failing_since is not null
      else disabled_reason in ('failing', 'gone_410') end`;

const heldPayments = (db: Db, actor: SessionActor) => db`
  select id, created_at from transactions
  where ${ownedBy(db, actor)} and status = 'pending' and payment_exception = 'screening'
    and ${db.unsafe(indexCondition("listed", "status", unfinalTransactionStatuses))}`;

const withStatus = (
  db: Db,
  actor: SessionActor,
  table: "subscriptions" | "invoices",
  status: string,
) => db`
  select id, created_at from ${db(table)} where ${ownedBy(db, actor)} and status = ${status}`;

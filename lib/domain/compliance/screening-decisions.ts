import type { Db, TransactionSql } from "@/db/client";
import type { HoldDecision } from "@/lib/core/hold-states";

/** What persons decided of submissions or transactions, by id. */
export async function findDecisions(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, HoldDecision>> {
  const rows = await db<{ resourceId: string; decision: HoldDecision }[]>`
    select resource_id, decision from screening_decisions where resource_id = any (${[...ids]})`;
  return new Map(rows.map(({ resourceId, decision }) => [resourceId, decision]));
}

/** Records a person's decision: the question is not asked again. A refusal may become a release. */
export async function recordDecision(
  tx: TransactionSql,
  resourceId: string,
  { decision, auditId }: { decision: HoldDecision; auditId: string },
): Promise<void> {
  await tx`
    insert into screening_decisions (resource_id, decision, audit_id)
    values (${resourceId}, ${decision}, ${auditId})
    on conflict (resource_id) do update set decision = excluded.decision,
      audit_id = excluded.audit_id, created_at = clock_now()
    where screening_decisions.decision <> 'refunded'`;
}

import type { Db, TransactionSql } from "@/db/client";
import type { ScreeningDecision } from "@/db/schema/compliance";

/** What persons decided of submissions or transactions, by id. */
export async function findDecisions(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ScreeningDecision>> {
  const rows = await db<{ resourceId: string; decision: ScreeningDecision }[]>`
    select resource_id, decision from screening_decisions where resource_id = any (${[...ids]})`;
  return new Map(rows.map(({ resourceId, decision }) => [resourceId, decision]));
}

/** Records a person's decision: the question is not asked again. A refusal may become a release. */
export async function recordDecision(
  tx: TransactionSql,
  resourceId: string,
  { decision, auditId }: { decision: ScreeningDecision; auditId: string },
): Promise<void> {
  await tx`
    insert into screening_decisions (resource_id, decision, audit_id)
    values (${resourceId}, ${decision}, ${auditId})
    on conflict (resource_id) do update set decision = excluded.decision,
      audit_id = excluded.audit_id, created_at = clock_now()`;
}

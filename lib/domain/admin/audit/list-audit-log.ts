import type { Db } from "@/db/client";
import type { auditLog } from "@/db/schema/audit";
import type { listAuditLog as declaration } from "@/lib/contract/admin/audit-log";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { invalidRequest } from "@/lib/core/errors";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { inPage, newestFirst, toPage } from "@/lib/domain/platform/pages/page";

type Input = InputOf<typeof declaration>;

/**
 * Lists the audit log of the platform, newest first.
 * @throws Refusal `invalid_request`: a bad cursor, or `subjectId` without `subjectType`
 */
export async function listAuditLog(
  { db }: Context<AdminActor>,
  input: Input,
): Promise<OutputOf<typeof declaration>> {
  if (input.subjectId !== undefined && input.subjectType === undefined) {
    throw invalidRequest("subjectType", "subjectId needs subjectType.", {
      reason: "validation_failed",
      issues: [{ path: ["subjectType"], message: "is required with subjectId", code: "custom" }],
    });
  }
  const listed = db<(typeof auditLog.$inferSelect)[]>`
    select l.* from audit_log l where ${inPage(db, "l", input)} ${filters(db, input)}`;
  const rows = await newestFirst(db, "l", listed, input);
  return toPage(rows, input, "/v1/admin/audit-log", (row) => ({
    object: "audit_entry" as const,
    ...row,
  }));
}

function filters(db: Db, input: Input) {
  const { actorKind, actorName, action, merchantId, subjectType, subjectId } = input;
  return db`
    ${actorKind ? db`and l.actor_kind = ${actorKind}` : db``}
    ${actorName ? db`and l.actor_name = ${actorName}` : db``}
    ${action ? db`and l.action = ${action}` : db``}
    ${merchantId ? db`and l.merchant_id = ${merchantId}` : db``}
    ${subjectType ? db`and l.subject_type = ${subjectType}` : db``}
    ${subjectId ? db`and l.subject_id = ${subjectId}` : db``}`;
}

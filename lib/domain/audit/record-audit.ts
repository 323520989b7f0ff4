import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { jsonText } from "@/lib/core/json";
import type { Context, OperatorActor, SystemActor } from "@/lib/domain/context";

/** Who may change things past the ordinary rules. */
export type AuditedActor = OperatorActor | SystemActor;

/** What was done, to what. */
export interface AuditEntry {
  /** `subject.verb`, such as `chain.rebuild`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** What of the subject the action changes; null where there was nothing. Bigints and dates become text. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/**
 * Writes an action down for ever, in the transaction of the change: neither is there without the other.
 * @returns the entry's id
 */
export async function recordAudit(
  { actor, requestId }: Pick<Context<AuditedActor>, "actor" | "requestId">,
  tx: TransactionSql,
  { action, subject, before, after }: AuditEntry,
): Promise<string> {
  const id = newId("auditEntry");
  const { name, command, reason } =
    actor.kind === "operator" ? actor : { name: "job", command: null, reason: null };
  const json = (value: AuditEntry["before"]) => value && jsonText(value);
  await tx`
    insert into audit_log (id, actor_kind, actor_name, action, subject_type, subject_id, before,
      after, reason, request_id, command)
    values (${id}, ${actor.kind}, ${name}, ${action}, ${subject.type}, ${subject.id},
      ${json(before)}::text::jsonb, ${json(after)}::text::jsonb, ${reason}, ${requestId}, ${command})`;
  return id;
}

import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { jsonText } from "@/lib/core/text/json";
import { callerId } from "@/lib/domain/platform/caller-id";
import type {
  AccountActor,
  AdminActor,
  MerchantActor,
  OperatorActor,
  SystemActor,
} from "@/lib/domain/platform/context";

/** Who may change settings, or change things past the ordinary rules. */
export type AuditedActor = OperatorActor | SystemActor | MerchantActor | AdminActor;
type Author = AuditedActor | AccountActor;

/** Who an entry says that it was. */
function authorOf(actor: Author) {
  const unnamed = { command: null, reason: null, merchantId: null, mode: null };
  switch (actor.kind) {
    case "operator":
      return { ...unnamed, name: actor.name, command: actor.command, reason: actor.reason };
    case "system":
      return { ...unnamed, name: "job" };
    case "admin":
      return { ...unnamed, name: actor.adminId, reason: actor.reason ?? null };
    case "account":
      return { ...unnamed, name: actor.userId };
    default: {
      const { merchantId, mode } = actor;
      return { ...unnamed, name: callerId(actor), merchantId, mode };
    }
  }
}

/** What was done, to what. */
export interface AuditEntry {
  /** `subject.verb`, such as `chain.rebuild`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** What of the subject the action changes; null where there was nothing. Bigints and dates become text. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Why, as a person of a merchant said; an operator's command has its own. */
  readonly reason?: string;
}

/**
 * Writes an action down for ever, in the transaction of the change: neither is there without the other.
 * @returns the entry's id
 */
export async function recordAudit(
  { actor, requestId }: { actor: Author; requestId: string },
  tx: TransactionSql,
  { action, subject, before, after, reason: given }: AuditEntry,
): Promise<string> {
  const id = newId("auditEntry");
  const { name, command, reason, merchantId, mode } = authorOf(actor);
  // An account action counts as the signed-in user's session, without a merchant.
  const kind = actor.kind === "account" ? "session" : actor.kind;
  const json = (value: AuditEntry["before"]) => value && jsonText(value);
  await tx`
    insert into audit_log (id, actor_kind, actor_name, action, merchant_id, mode, subject_type,
      subject_id, before, after, reason, request_id, command)
    values (${id}, ${kind}, ${name}, ${action}, ${merchantId}, ${mode}, ${subject.type}, ${subject.id},
      ${json(before)}::text::jsonb, ${json(after)}::text::jsonb, ${given ?? reason}, ${requestId}, ${command})`;
  return id;
}

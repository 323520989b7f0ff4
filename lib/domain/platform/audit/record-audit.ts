import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
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

/** Who an entry says that it was, and for which merchant they acted. */
function authorOf(actor: Author) {
  const unnamed = { command: null, reason: null, merchant: null };
  switch (actor.kind) {
    case "operator":
      return { ...unnamed, name: actor.name, command: actor.command, reason: actor.reason };
    case "system":
      return { ...unnamed, name: "job" };
    case "admin":
      return { ...unnamed, name: actor.adminId, reason: actor.reason ?? null };
    case "account":
      return { ...unnamed, name: actor.userId };
    default:
      return { ...unnamed, name: callerId(actor), merchant: actor };
  }
}

/** Whose a subject is. */
export interface AuditedOwner {
  readonly merchantId: string | null;
  /** Null where it is of no mode, or of both. */
  readonly mode: Mode | null;
}

/** What was done, to what. */
export interface AuditEntry {
  /** `subject.verb`, such as `chain.rebuild`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** Whose the subject is, where the actor is no merchant's; a merchant is its own. */
  readonly owner?: AuditedOwner;
  /** What of the subject the action changes; null where there was nothing. Bigints and dates become text. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Why, as a person of a merchant said; an operator's command has its own. */
  readonly reason?: string;
}

function ownerOf({ subject, owner }: Pick<AuditEntry, "subject" | "owner">): AuditedOwner {
  const own = subject.type === "merchant" ? subject.id : null;
  return owner ?? { merchantId: own, mode: null };
}

/**
 * Writes an action down for ever, in the transaction of the change: neither is there without the other.
 * @returns the entry's id
 */
export async function recordAudit(
  { actor, requestId }: { actor: Author; requestId: string },
  tx: TransactionSql,
  entry: AuditEntry,
): Promise<string> {
  const { action, subject, before, after, reason: given } = entry;
  const id = newId("auditEntry");
  const { name, command, reason, merchant } = authorOf(actor);
  const { merchantId, mode } = merchant ?? ownerOf(entry);
  // An account action counts as the signed-in user's session.
  const kind = actor.kind === "account" ? "session" : actor.kind;
  const json = (value: AuditEntry["before"]) => value && jsonText(value);
  await tx`
    insert into audit_log (id, actor_kind, actor_name, action, merchant_id, mode, subject_type,
      subject_id, before, after, reason, request_id, command)
    values (${id}, ${kind}, ${name}, ${action}, ${merchantId}, ${mode}, ${subject.type}, ${subject.id},
      ${json(before)}::text::jsonb, ${json(after)}::text::jsonb, ${given ?? reason}, ${requestId}, ${command})`;
  return id;
}

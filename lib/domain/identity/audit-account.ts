import type { TransactionSql } from "@/db/client";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";

/** An action of a user on their account: `subject.verb`. */
interface AccountAction {
  readonly userId: string;
  readonly action: string;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Records an action of a user on their own account, in the action's transaction. Never records a secret. */
export async function auditAccount(
  { requestId }: Pick<Context, "requestId">,
  tx: TransactionSql,
  { userId, action, after = {} }: AccountAction,
): Promise<void> {
  const actor = { kind: "account", userId } as const;
  const subject = { type: "account", id: userId };
  await recordAudit({ actor, requestId }, tx, { action, subject, before: null, after });
}

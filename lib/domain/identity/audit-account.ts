import type { TransactionSql } from "@/db/client";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";

/** What somebody did with their account: `subject.verb`. */
interface AccountAction {
  readonly userId: string;
  readonly action: string;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Writes down what somebody did with their own account, in the transaction of it. No secret is told. */
export async function auditAccount(
  { requestId }: Pick<Context, "requestId">,
  tx: TransactionSql,
  { userId, action, after = {} }: AccountAction,
): Promise<void> {
  const actor = { kind: "account", userId } as const;
  const subject = { type: "account", id: userId };
  await recordAudit({ actor, requestId }, tx, { action, subject, before: null, after });
}

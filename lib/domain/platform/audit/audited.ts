import { transaction } from "@/db/client";
import type { Context } from "@/lib/domain/platform/context";
import { type AuditEntry, type AuditedActor, recordAudit } from "./record-audit";

/**
 * Runs a verb in one transaction with its audit entry, whose `after` is what the verb gives. For verbs
 * that are not about persons and leave no entry of their own.
 */
export async function audited<Result extends object>(
  ctx: Context<AuditedActor>,
  { before, ...entry }: Omit<AuditEntry, "before" | "after"> & { readonly before: object },
  verb: (ctx: Context<AuditedActor>) => Promise<Result>,
): Promise<Result> {
  return transaction(ctx.db, async (tx) => {
    const result = await verb({ ...ctx, db: tx });
    await recordAudit(ctx, tx, {
      ...entry,
      before: { ...before },
      after: { ...(result as object) },
    });
    return result;
  });
}

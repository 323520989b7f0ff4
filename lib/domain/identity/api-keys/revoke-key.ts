import { transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { endKey } from "./end-key";
import { type KeySummary, summaryColumns } from "./key-summary";

/**
 * Revokes an API key for good: the next request with it is refused. Revoking a revoked key changes
 * nothing and leaves no second audit entry.
 * @returns the key, and whether it was this call that revoked it
 * @throws Refusal `not_found`
 */
export async function revokeKey(
  ctx: Pick<Context<OperatorActor>, "db" | "actor" | "requestId">,
  { id }: { id: string },
): Promise<{ key: KeySummary; changed: boolean }> {
  return transaction(ctx.db, async (tx) => {
    const changed = await endKey(tx, id, "manual");
    const [key] = await tx<KeySummary[]>`
      select ${tx(summaryColumns)} from api_keys where id = ${id}`;
    if (!key) throw notFound("API key");
    if (changed) {
      await recordAudit(ctx, tx, {
        action: "api_key.revoke",
        subject: { type: "api_key", id },
        owner: { merchantId: key.merchantId, mode: key.mode },
        before: { status: "active" },
        after: { status: key.status, merchantId: key.merchantId, mode: key.mode, kind: key.kind },
      });
    }
    return { key, changed };
  });
}

import { transaction } from "@/db/client";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockKeyMaking } from "@/lib/domain/platform/key-making";
import { endKey } from "./end-key";
import { findKey } from "./key-rows";
import { settingsOf } from "./record-new-key";
import { type KeyView, viewFound } from "./view";

/**
 * Revokes one of the merchant's keys for good. Revoking a revoked key changes nothing.
 * @throws Refusal `not_found`
 */
export async function revokeApiKey(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<KeyView> {
  return transaction(ctx.db, async (tx) => {
    await lockKeyMaking(tx, ctx.actor);
    const before = await findKey(tx, ctx.actor, id);
    if (await endKey(tx, id, "manual")) {
      await recordAudit(ctx, tx, {
        action: "api_key.revoke",
        subject: { type: "api_key", id },
        before: { ...settingsOf(before), status: before.status },
        after: { status: "revoked" },
      });
    }
    return viewFound(tx, await findKey(tx, ctx.actor, id));
  });
}

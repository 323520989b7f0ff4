import { type TransactionSql, transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { lockForKey, makerOf, refuseFurtherScopes } from "@/lib/domain/platform/key-making";
import { endKey } from "./end-key";
import { findKey, type KeyRow, readKey } from "./key-rows";
import { mintKey } from "./mint-key";
import { recordNewKey } from "./record-new-key";
import { type KeyWithSecret, viewKey } from "./view";

/**
 * Revokes a key and makes another one that may do the same, whose text is shown this once.
 * @throws Refusal `not_found`
 * @throws Refusal `permission_denied`: it has a scope that the caller's own key lacks
 * @throws Refusal `session_invalid_state`: it is revoked (`key_revoked`) or expired (`key_expired`)
 */
export async function rotateApiKey(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<KeyWithSecret> {
  return transaction(ctx.db, async (tx) => {
    await lockForKey(tx, ctx.actor);
    const replaced = await findKey(tx, ctx.actor, id);
    refuseFurtherScopes(ctx.actor, replaced.scopes);
    if (replaced.status !== "active") throw isOver(replaced.status);
    const { row, secret } = await mintLike(ctx, tx, replaced);
    if (!(await endKey(tx, id, "rotated", row.id))) throw isOver("revoked");
    await recordNewKey(ctx, tx, "rotate", row, replaced);
    return { ...viewKey(row, undefined), secret };
  });
}

/** A key that may do what another one may. */
export async function mintLike(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  { kind, mode, name, scopes, apiVersion, expiresAt, allowedOrigins }: KeyRow,
): Promise<{ row: KeyRow; secret: string }> {
  const { merchantId } = ctx.actor;
  const createdByKey = makerOf(ctx.actor);
  const common = { merchantId, mode, name, apiVersion, expiresAt, createdByKey };
  const { id, key } = await mintKey(
    { ...ctx, db: tx },
    kind === "secret" ? { ...common, kind, scopes } : { ...common, kind, allowedOrigins },
  );
  return { row: await readKey(tx, id), secret: key };
}

/** Refuses what a key that is no longer good could do. */
export const isOver = (currentStatus: "revoked" | "expired") =>
  invalidState(`The API key is ${currentStatus}.`, {
    currentStatus,
    reason: currentStatus === "revoked" ? "key_revoked" : "key_expired",
  });

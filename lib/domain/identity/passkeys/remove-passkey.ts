import { transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import { auditAccount } from "@/lib/domain/identity/audit-account";
import type { IdentityVerb } from "@/lib/domain/identity/browser";
import { forgetUselessCodes } from "@/lib/domain/identity/recovery-codes";
import { tellOfChange } from "@/lib/domain/identity/security-mail";
import { endSessions, lockSession, requireFreshSession } from "@/lib/domain/identity/sessions";

/**
 * Removes a passkey of the signed-in account; with its last second factor its recovery codes go. Other browsers are
 * signed out.
 * @throws Refusal `not_found`: there is no such passkey, or not of this account
 */
export const removePasskey: IdentityVerb<{ id: string }, { done: true }> = async (
  ctx,
  { id },
  browser,
) => {
  const session = await requireFreshSession(ctx.db, browser);
  const { userId, id: keep } = session;
  await transaction(ctx.db, async (tx) => {
    await lockSession(tx, session);
    const [removed] = await tx<{ name: string }[]>`
      delete from identity_passkeys where id = ${id} and user_id = ${userId} returning name`;
    if (!removed) throw notFound("passkey");
    await forgetUselessCodes(tx, userId);
    await endSessions(tx, { userId, reason: "factors_changed", keep });
    const after = { id, name: removed.name };
    await auditAccount(ctx, tx, { userId, action: "account.remove_passkey", after });
    await tellOfChange(tx, { userId, change: "passkey_removed" }, browser);
  });
  return { answer: { done: true } };
};

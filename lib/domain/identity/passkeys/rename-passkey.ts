import { transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import { auditAccount } from "@/lib/domain/identity/audit-account";
import type { IdentityVerb } from "@/lib/domain/identity/browser";
import { requireSession } from "@/lib/domain/identity/sessions";

/**
 * Gives a passkey of the signed-in account another name.
 * @throws Refusal `not_found`: there is no such passkey, or not of this account
 */
export const renamePasskey: IdentityVerb<{ id: string; name: string }, { done: true }> = async (
  ctx,
  { id, name },
  browser,
) => {
  const { userId } = await requireSession(ctx.db, browser);
  await transaction(ctx.db, async (tx) => {
    const [known] = await tx<{ name: string }[]>`
      select name from identity_passkeys where id = ${id} and user_id = ${userId}
      for no key update`;
    if (!known) throw notFound("passkey");
    if (known.name === name) return;
    await tx`update identity_passkeys set name = ${name} where id = ${id}`;
    const after = { id, name, before: known.name };
    await auditAccount(ctx, tx, { userId, action: "account.rename_passkey", after });
  });
  return { answer: { done: true } };
};

import { transaction } from "@/db/client";
import { privyKeys } from "@/lib/adapters/env/identity-settings";
import { hashPassword } from "@/lib/adapters/identity/passwords";
import { addAccount, findAccount } from "@/lib/domain/identity/accounts";
import { auditAccount } from "@/lib/domain/identity/audit-account";
import { sealTotpSecret } from "@/lib/domain/identity/totp-secret";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";

/** An account with an authenticator app. */
interface AccountSeed {
  readonly email: string;
  readonly password: string;
  /** In base32. */
  readonly totpSecret: string;
}

/**
 * Adds an account of our own identity provider that signs in with an authenticator app; one that is there stays as it
 * is.
 * @returns false where accounts are at another provider, which alone can make them
 */
export async function seedAccount(
  ctx: Context<OperatorActor>,
  { email, password, totpSecret }: AccountSeed,
): Promise<boolean> {
  if (privyKeys(ctx.config)) return false;
  if (await findAccount(ctx.db, email)) return true;
  const passwordHash = await hashPassword(password);
  await transaction(ctx.db, async (tx) => {
    const userId = await addAccount(tx, { email, passwordHash });
    if (userId === null) return;
    await tx`
      insert into identity_totp (user_id, secret_sealed, confirmed_at)
      values (${userId}, ${sealTotpSecret(ctx.config, userId, totpSecret)}, now())`;
    await auditAccount(ctx, tx, { userId, action: "account.created" });
    await auditAccount(ctx, tx, { userId, action: "account.enable_totp" });
  });
  return true;
}

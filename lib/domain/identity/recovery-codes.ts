import { randomBytes } from "node:crypto";
import { type TransactionSql, transaction } from "@/db/client";
import { keyHash, pepperId } from "@/lib/adapters/api-keys/key-hash";
import { base32 } from "@/lib/adapters/identity/totp";
import { invalidState } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";
import { auditAccount } from "./audit-account";
import type { IdentityVerb } from "./browser";
import { tellOfChange } from "./security-mail";
import { hasFactor, lockSession, requireFreshSession } from "./sessions";

const CODES = 10;
/** 80 bits: 16 characters, in groups of four. */
const BYTES = 10;

/** What is hashed of a recovery code: people write it with or without hyphens, in any case. */
export const recoveryKey = (userId: string, code: string): string =>
  `recovery:${userId}:${code.toUpperCase().replace(/[^A-Z2-7]/g, "")}`;

const newCode = () => (base32(randomBytes(BYTES)).match(/.{4}/g) ?? []).join("-");

/** Gives an account other recovery codes than it had. They are shown this once: only their hashes are kept. */
export async function issueRecoveryCodes(
  { config }: Pick<Context, "config">,
  tx: TransactionSql,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx`delete from identity_recovery_codes where user_id = ${userId}`;
  const rows = codes.map((code) => {
    const codeHash = keyHash(config, recoveryKey(userId, code));
    return { userId, codeHash, pepperId: pepperId(config.API_KEY_PEPPER) };
  });
  await tx`insert into identity_recovery_codes ${tx(rows)}`;
  return codes;
}

/**
 * Replaces the recovery codes of the signed-in user.
 * @throws Refusal `session_invalid_state` with `factor_missing`
 */
export const replaceRecoveryCodes: IdentityVerb<object, { recoveryCodes: string[] }> = async (
  ctx,
  _input,
  browser,
) => {
  const session = await requireFreshSession(ctx.db, browser);
  const { userId } = session;
  if (!hasFactor(session)) throw noFactor();
  return transaction(ctx.db, async (tx) => {
    await lockSession(tx, session);
    const recoveryCodes = await issueRecoveryCodes(ctx, tx, userId);
    await auditAccount(ctx, tx, { userId, action: "account.replace_recovery_codes" });
    await tellOfChange(tx, { userId, change: "recovery_codes_replaced" }, browser);
    return { answer: { recoveryCodes } };
  });
};

export const noFactor = () =>
  invalidState("The account has no such second factor.", { reason: "factor_missing" });

/** Removes recovery codes that stand in for nothing any more: the account has no second factor left. */
export async function forgetUselessCodes(tx: TransactionSql, userId: string): Promise<void> {
  await tx`
    delete from identity_recovery_codes where user_id = ${userId}
      and not exists (select from identity_passkeys where user_id = ${userId})
      and not exists (
        select from identity_totp where user_id = ${userId} and confirmed_at is not null
      )`;
}

import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { previousKeyNames } from "@/lib/adapters/sealing/seal";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { openSigningKey, sealSigningKey } from "./signing-keys";
import { openTotpSecret, sealTotpSecret } from "./totp-secret";

const BATCH = 100;

/**
 * After STIPEND_SECRET_KEY was changed: seals anew what a previous key holds of accounts.
 * @returns how many were sealed; call again until it is 0
 */
export async function resealIdentity({ db, config }: Context<SystemActor>): Promise<number> {
  const names = previousKeyNames(config);
  if (names.length === 0) return 0;
  return (await resealTotp(db, config, names)) + (await resealKeys(db, config, names));
}

async function resealTotp(db: Db, config: Env, names: string[]): Promise<number> {
  const rows = await db<{ userId: string; secretSealed: string }[]>`
    select user_id, secret_sealed from identity_totp
    where split_part(secret_sealed, '.', 2) in ${db(names)} limit ${BATCH}`;
  for (const { userId, secretSealed } of rows) {
    const sealed = sealTotpSecret(config, userId, openTotpSecret(config, userId, secretSealed));
    // What was enrolled meanwhile is newer than what was read.
    await db`
      update identity_totp set secret_sealed = ${sealed}
      where user_id = ${userId} and secret_sealed = ${secretSealed}`;
  }
  return rows.length;
}

async function resealKeys(db: Db, config: Env, names: string[]): Promise<number> {
  const rows = await db<{ kid: string; privateSealed: string }[]>`
    select kid, private_sealed from identity_signing_keys
    where split_part(private_sealed, '.', 2) in ${db(names)} limit ${BATCH}`;
  for (const row of rows) {
    const sealed = sealSigningKey(config, row.kid, openSigningKey(config, row));
    await db`update identity_signing_keys set private_sealed = ${sealed} where kid = ${row.kid}`;
  }
  return rows.length;
}

import type { Db } from "@/db/client";
import { pepperId } from "@/lib/adapters/api-keys/key-hash";
import type { Env } from "@/lib/adapters/env/env";
import { missingUses } from "./checks/check-secrets";
import { readSecretUses } from "./read-secret-uses";

/** Stored rows need a secret that is not set. */
export class SecretMissing extends Error {
  override readonly name = "SecretMissing";
}

/**
 * Looks once, for a start, whether every key, code and sealed row can be used with the secrets that are set: without
 * one of them requests would be refused as if their keys were wrong.
 * @throws SecretMissing naming what would be lost, and the setting that keeps it
 */
export async function requireSecrets(db: Db, config: Env): Promise<void> {
  await namePepper(db, config);
  const missing = missingUses(config, await readSecretUses(db, config));
  if (missing.length === 0) return;
  const lines = missing.map(
    ({ secret, id, rows }) =>
      `  ${secret}: ${rows} need the one with the id ${id}. Add it to ${secret}_PREVIOUS, or to ${secret}_NEXT if other processes have begun to use it.`,
  );
  throw new SecretMissing(
    `The start would make keys or stored secrets useless (docs/operations/secrets.md, "Rotate secrets"):\n${lines.join("\n")}`,
  );
}

/** While only one pepper was ever set, rows that name none are its own. */
async function namePepper(db: Db, config: Env): Promise<void> {
  if ((config.API_KEY_PEPPER_PREVIOUS ?? []).length > 0) return;
  const id = pepperId(config.API_KEY_PEPPER);
  await db`update api_keys set pepper_id = ${id} where pepper_id is null and status = 'active'`;
  await db`update identity_codes set pepper_id = ${id} where pepper_id is null and used_at is null`;
  await db`
    update identity_recovery_codes set pepper_id = ${id}
    where pepper_id is null and used_at is null`;
}

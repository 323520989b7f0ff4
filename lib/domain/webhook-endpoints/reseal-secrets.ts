import { previousSealPrefix } from "@/lib/adapters/sealing/seal";
import type { Context, SystemActor } from "@/lib/domain/context";
import { openSigningSecret, sealSigningSecret } from "./signing-secret";

const BATCH = 100;

/**
 * After STIPEND_SECRET_KEY was changed: seals the signing secrets anew that the previous key holds,
 * so that it can be dropped.
 * @returns how many were sealed; call again until it is 0
 */
export async function resealSecrets({ db, config }: Context<SystemActor>): Promise<number> {
  const prefix = previousSealPrefix(config);
  if (prefix === null) return 0;
  const rows = await db<{ id: string; secretSealed: string }[]>`
    select id, secret_sealed from webhook_endpoints
    where starts_with(secret_sealed, ${prefix}) limit ${BATCH}`;
  for (const row of rows) {
    const sealed = sealSigningSecret(config, row.id, openSigningSecret(config, row));
    // A rotation that came between is newer than what was read.
    await db`
      update webhook_endpoints set secret_sealed = ${sealed}
      where id = ${row.id} and secret_sealed = ${row.secretSealed}`;
  }
  return rows.length;
}

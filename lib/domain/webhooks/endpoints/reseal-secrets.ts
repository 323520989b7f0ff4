import { previousKeyNames } from "@/lib/adapters/sealing/seal";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { resealHeaders } from "./own-headers";
import { openSigningSecret, sealSigningSecret } from "./signing-secret";

const BATCH = 100;

/**
 * After STIPEND_SECRET_KEY was changed: seals the signing secrets and header fields anew that a previous key holds,
 * so that it can be dropped.
 * @returns how many were sealed; call again until it is 0
 */
export async function resealSecrets({ db, config }: Context<SystemActor>): Promise<number> {
  const names = previousKeyNames(config);
  if (names.length === 0) return 0;
  const rows = await db<{ id: string; secretSealed: string }[]>`
    select id, secret_sealed from webhook_endpoints
    where split_part(secret_sealed, '.', 2) in ${db(names)} limit ${BATCH}`;
  for (const row of rows) {
    const sealed = sealSigningSecret(config, row.id, openSigningSecret(config, row));
    // A rotation that came between is newer than what was read.
    await db`
      update webhook_endpoints set secret_sealed = ${sealed}
      where id = ${row.id} and secret_sealed = ${row.secretSealed}`;
  }
  const withHeaders = await db<{ id: string; headersSealed: string }[]>`
    select id, headers_sealed from webhook_endpoints
    where split_part(headers_sealed, '.', 2) in ${db(names)} limit ${BATCH}`;
  for (const row of withHeaders) {
    await db`
      update webhook_endpoints set headers_sealed = ${resealHeaders(config, row)}
      where id = ${row.id} and headers_sealed = ${row.headersSealed}`;
  }
  return rows.length + withHeaders.length;
}

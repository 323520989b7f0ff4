import type { Db } from "@/db/client";
import { keyHashes } from "@/lib/adapters/api-keys/key-hash";
import type { Env } from "@/lib/adapters/env/env";
import { Refusal } from "@/lib/core/errors";
import { isWellFormedKey, type KeyKind } from "@/lib/core/key-format";
import type { Mode } from "@/lib/core/modes";
import type { Scope } from "@/lib/core/scopes";

/** A key that was presented and is good. */
export interface Credential {
  keyId: string;
  kind: KeyKind;
  merchantId: string | null;
  mode: Mode;
  scopes: Scope[];
  apiVersion: string;
}

interface KeyRow extends Credential {
  usable: boolean;
  stale: boolean;
}

const refused = (message: string) => new Refusal("authentication_error", message);

/**
 * Finds the key of an `Authorization: Bearer` header (RFC 6750). It is read at each request, so that
 * a revoked key fails at once; a mistyped one fails without a query.
 * @throws Refusal `authentication_error`: missing, malformed, unknown, expired or revoked
 */
export async function authenticate(
  db: Db,
  config: Env,
  authorization: string | null,
): Promise<Credential> {
  if (!authorization) throw refused("Send your API key as `Authorization: Bearer <key>`.");
  const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (!key || !isWellFormedKey(key)) throw refused("The API key is malformed.");
  const row = await findKey(db, keyHashes(config, key));
  if (!row?.usable) throw refused("The API key is not valid.");
  if (row.stale) touch(db, row.keyId);
  return row;
}

async function findKey(db: Db, hashes: Buffer[]): Promise<KeyRow | undefined> {
  const [row] = await db<KeyRow[]>`
    select id as key_id, kind, merchant_id, mode, scopes, api_version,
      status = 'active' and (expires_at is null or expires_at > now()) as usable,
      last_used_at is null or last_used_at < now() - interval '1 minute' as stale
    from api_keys where hash in ${db(hashes)}`;
  return row;
}

/** Notes the use, at most once a minute and without making the request wait. */
function touch(db: Db, keyId: string): void {
  db`update api_keys set last_used_at = now()
     where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
    .execute()
    .catch(() => {});
}

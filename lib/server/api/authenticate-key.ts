import type { Db } from "@/db/client";
import { keyHash, keyHashes, pepperId } from "@/lib/adapters/api-keys/key-hash";
import type { Env } from "@/lib/adapters/env/env";
import { batch } from "@/lib/core/async/batch";
import { isWellFormedKey, type KeyKind } from "@/lib/core/identity/key-format";
import type { Scope } from "@/lib/core/identity/scopes";
import type { Mode } from "@/lib/core/modes";
import { type KeyCredential, type PlatformCredential, refused } from "./credential";

/** The columns of a key that say what it may do. */
interface KeyRow {
  keyId: string;
  kind: KeyKind;
  merchantId: string | null;
  mode: Mode;
  scopes: Scope[];
  apiVersion: string;
  allowedOrigins: string[] | null;
  usable: boolean;
  stale: boolean;
  /** As hex. */
  hash: string;
  pepperId: string | null;
}

/**
 * Finds an API key by its text. It is read at each request, so that a revoked key fails at once; a mistyped
 * one fails without a query.
 * @throws Refusal `authentication_error`: malformed, unknown, expired or revoked
 */
export async function authenticateKey(
  db: Db,
  config: Env,
  key: string,
): Promise<KeyCredential | PlatformCredential> {
  if (!isWellFormedKey(key)) throw refused("api_key_malformed", "The API key is malformed.");
  const row = await findKey(db, keyHashes(config, key));
  if (!row?.usable) throw refused("api_key_invalid", "The API key is not valid.");
  if (row.stale) touch(db, row.keyId);
  if (isToMove(config, row)) rehash(db, config, key, row);
  const { kind, merchantId, keyId, mode, scopes, apiVersion, allowedOrigins } = row;
  const shared = { keyId, mode, scopes, apiVersion };
  if (merchantId === null) return { kind: "platform", ...shared };
  const keyKind = kind === "publishable" ? kind : "secret";
  return { kind: "key", keyKind, merchantId, allowedOrigins, ...shared };
}

type Finder = (hashes: Buffer[]) => Promise<KeyRow | undefined>;

const finders = new WeakMap<Db, Finder>();

/** Keys that are asked for at the same time share a statement; it starts after all of them came. */
function findKey(db: Db, hashes: Buffer[]): Promise<KeyRow | undefined> {
  let find = finders.get(db);
  if (!find) {
    find = batch((all) => findKeys(db, all), { lanes: 2, size: 100 });
    finders.set(db, find);
  }
  return find(hashes);
}

async function findKeys(db: Db, wanted: Buffer[][]): Promise<(KeyRow | undefined)[]> {
  const asHex = wanted.map((hashes) => hashes.map((hash) => hash.toString("hex")));
  const rows = await db<KeyRow[]>`
    select encode(hash, 'hex') as hash, pepper_id, id as key_id, kind, merchant_id, mode, scopes, api_version, allowed_origins,
      status = 'active' and (expires_at is null or expires_at > clock_now()) as usable,
      last_used_at is null or last_used_at < clock_now() - interval '1 minute' as stale
    from api_keys
    where hash in (select decode(h, 'hex') from unnest(${[...new Set(asHex.flat())]}::text[]) h)`;
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return asHex.map((hashes) => hashes.map((hash) => byHash.get(hash)).find((row) => row));
}

/** Notes the use, at most once a minute and without making the request wait. */
function touch(db: Db, keyId: string): void {
  db`update api_keys set last_used_at = clock_now()
     where id = ${keyId} and (last_used_at is null or last_used_at < clock_now() - interval '1 minute')`
    .execute()
    .catch(() => {});
}

/** A key under the pepper that comes next stays there: other processes have moved it already. */
function isToMove({ API_KEY_PEPPER, API_KEY_PEPPER_NEXT }: Env, { pepperId: stored }: KeyRow) {
  if (stored === null) return true;
  return stored !== pepperId(API_KEY_PEPPER) && stored !== pepperId(API_KEY_PEPPER_NEXT ?? "");
}

/** Keys that are being moved, so that a burst with one of them writes once. */
const moving = new Set<string>();

/** Stores a key under the current pepper, without making the request wait. A failure is repaired at its next use. */
function rehash(db: Db, config: Env, key: string, { keyId, hash }: KeyRow): void {
  if (moving.has(keyId)) return;
  moving.add(keyId);
  db`update api_keys
     set hash = ${keyHash(config, key)}, pepper_id = ${pepperId(config.API_KEY_PEPPER)}
     where id = ${keyId} and hash = decode(${hash}, 'hex')`
    .execute()
    .catch(() => {})
    .finally(() => moving.delete(keyId));
}

import { keyHash, keyHashes, pepperId } from "@/lib/adapters/api-keys/key-hash";
import { apiVersion } from "@/lib/core/api-version";
import { apiKeyPattern, isWellFormedKey, keyPrefixes } from "@/lib/core/identity/key-format";
import type { Scope } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";

/** Whose key it is and what it may do. */
export type KeyRecord = {
  mode: Mode;
  name: string;
  expiresAt?: Date | null | undefined;
  /** Today's by default. */
  apiVersion?: string | undefined;
  /** The key that it is made with. */
  createdByKey?: string | null;
} & (
  | { kind: "secret"; merchantId: string; scopes: readonly Scope[] }
  | {
      kind: "publishable";
      merchantId: string;
      allowedOrigins?: readonly string[] | null | undefined;
    }
  | { kind: "platform" }
);

const PLATFORM_SCOPES: readonly Scope[] = ["relay_read", "relay_write"];

function scopesOf(record: KeyRecord): readonly Scope[] {
  if (record.kind === "secret") return record.scopes;
  return record.kind === "platform" ? PLATFORM_SCOPES : [];
}

const originsOf = (record: KeyRecord) =>
  record.kind === "publishable" && record.allowedOrigins ? [...record.allowedOrigins] : null;

/**
 * Stores the record of a key whose text is already known.
 * A key that is stored already stays as it is, revoked ones too.
 * @returns the record's id
 * @throws Error the text is not a key of that kind and mode
 */
export async function storeKey(
  { db, config }: Pick<Context, "db" | "config">,
  { key, ...record }: KeyRecord & { key: string },
): Promise<string> {
  const [, prefix, mode, random = ""] = apiKeyPattern.exec(key) ?? [];
  if (!isWellFormedKey(key) || prefix !== keyPrefixes[record.kind] || mode !== record.mode) {
    throw new Error(`Not a ${record.kind} key of ${record.mode} mode`);
  }
  const hashes = keyHashes(config, key);
  const [known] = await db<{ id: string }[]>`select id from api_keys where hash in ${db(hashes)}`;
  if (known) return known.id;
  const [inserted] = await db<{ id: string }[]>`
    insert into api_keys ${db({
      id: newId("apiKey"),
      merchantId: record.kind === "platform" ? null : record.merchantId,
      mode: record.mode,
      kind: record.kind,
      name: record.name,
      scopes: [...scopesOf(record)],
      hash: keyHash(config, key),
      pepperId: pepperId(config.API_KEY_PEPPER),
      prefix: `${prefix}_${mode}_${random.slice(0, 4)}`,
      last4: key.slice(-4),
      apiVersion: record.apiVersion ?? apiVersion,
      expiresAt: record.expiresAt ?? null,
      allowedOrigins: originsOf(record),
      createdByKey: record.createdByKey ?? null,
    })}
    on conflict (hash) do update set hash = excluded.hash
    returning id`;
  if (!inserted) throw new Error("an upsert returns its row");
  return inserted.id;
}

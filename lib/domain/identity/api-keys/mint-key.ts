import { formatKey, type KeyKind } from "@/lib/core/identity/key-format";
import { randomBase62 } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { type KeyRecord, storeKey } from "./store-key";

/** 30 base62 characters are about 178 bits. */
const RANDOM_LENGTH = 30;

/** The text of a new key: 30 uniformly random base62 characters and their checksum. */
export function newKeyText(kind: KeyKind, mode: Mode): string {
  return formatKey(kind, mode, randomBase62(RANDOM_LENGTH));
}

/**
 * Mints an API key. Its text is returned here and nowhere else: the database holds an HMAC of it.
 * A secret key has the scopes it was given, a publishable one none, a platform key the relay's.
 */
export async function mintKey(
  ctx: Pick<Context, "db" | "config">,
  record: KeyRecord,
): Promise<{ id: string; key: string }> {
  const key = newKeyText(record.kind, record.mode);
  return { id: await storeKey(ctx, { ...record, key }), key };
}

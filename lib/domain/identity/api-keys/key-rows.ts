import type { Db, TransactionSql } from "@/db/client";
import type { apiKeyLeaks, apiKeys } from "@/db/schema/api-keys";
import { notFound } from "@/lib/core/errors";
import type { ApiKeyStatus } from "@/lib/core/kinds";
import type { MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

const columns = [
  "id",
  "mode",
  "kind",
  "name",
  "scopes",
  "prefix",
  "last4",
  "apiVersion",
  "allowedOrigins",
  "lastUsedAt",
  "expiresAt",
  "revokedAt",
  "revokedReason",
  "rotatedToId",
  "createdAt",
] as const satisfies readonly (keyof typeof apiKeys.$inferSelect)[];

/** A merchant's key: never the hash of its text. */
export type KeyRow = Omit<Pick<typeof apiKeys.$inferSelect, (typeof columns)[number]>, "kind"> & {
  kind: "secret" | "publishable";
  status: ApiKeyStatus;
};

export type LeakRow = typeof apiKeyLeaks.$inferSelect;

/** The columns of `KeyRow`, of `api_keys k`. */
export const selectKey = (db: Db) => db`
  ${db(columns.map((column) => `k.${column}`))},
  case when k.status = 'active' and k.expires_at <= clock_now() then 'expired' else k.status end as status`;

/**
 * One of the merchant's keys.
 * @throws Refusal `not_found`
 */
export async function findKey(db: Db, actor: MerchantActor, id: string): Promise<KeyRow> {
  const [row] = await db<KeyRow[]>`
    select ${selectKey(db)} from api_keys k where k.id = ${id} and ${ownedBy(db, actor, "k")}`;
  if (!row) throw notFound("API key");
  return row;
}

/** A key that was made just now, in whichever mode. */
export async function readKey(tx: TransactionSql, id: string): Promise<KeyRow> {
  const [row] = await tx<KeyRow[]>`select ${selectKey(tx)} from api_keys k where k.id = ${id}`;
  if (!row) throw new Error(`${id} was stored`);
  return row;
}

/** Those of the keys that were found in public, by the key's id. */
export async function findLeaks(
  db: Db,
  rows: readonly Pick<KeyRow, "id">[],
): Promise<Map<string, LeakRow>> {
  if (rows.length === 0) return new Map();
  const leaks = await db<LeakRow[]>`
    select * from api_key_leaks where key_id in ${db(rows.map(({ id }) => id))}`;
  return new Map(leaks.map((leak) => [leak.keyId, leak]));
}

import type { Db, TransactionSql } from "@/db/client";
import type { storefronts } from "@/db/schema/storefronts";
import { invalidState, notFound } from "@/lib/core/errors";
import type { ImageStatus } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";

export type StoredStorefront = typeof storefronts.$inferSelect;

/** A shop with what has become of its pictures. */
export type StorefrontRow = StoredStorefront & {
  logoStatus: ImageStatus | null;
  coverImageStatus: ImageStatus | null;
};

type Owner = { readonly merchantId: string; readonly mode: Mode };

/**
 * The merchant's shop, or the last one where all are archived.
 * @throws Refusal `not_found`: none was saved yet
 */
export async function findStorefront(db: Db, owner: Owner): Promise<StorefrontRow> {
  const [row] = await db<StorefrontRow[]>`
    select f.*, l.status as logo_status, c.status as cover_image_status
    from storefronts f
    left join image_references l
      on l.merchant_id = f.merchant_id and l.purpose = 'storefront_logo' and l.subject = f.id
    left join image_references c
      on c.merchant_id = f.merchant_id and c.purpose = 'storefront_cover' and c.subject = f.id
    where ${ownedBy(db, owner, "f")}
    order by f.archived_at desc nulls first limit 1`;
  if (!row) throw notFound("storefront");
  return row;
}

/** Locks the merchant's shop that is not archived. */
export async function lockStorefront(
  tx: TransactionSql,
  owner: Owner,
): Promise<StoredStorefront | null> {
  const [row] = await tx<StoredStorefront[]>`
    select * from storefronts where ${ownedBy(tx, owner)} and archived_at is null
    for no key update`;
  return row ?? null;
}

/**
 * The same for a change of what is there.
 * @throws Refusal `not_found`: none was saved yet
 * @throws Refusal `session_invalid_state` with `already_archived`: the last one is archived
 */
export async function requireStorefront(
  tx: TransactionSql,
  owner: Owner,
): Promise<StoredStorefront> {
  const row = await lockStorefront(tx, owner);
  if (row) return row;
  const { status } = await findStorefront(tx, owner);
  throw invalidState("The storefront is archived: save a new one.", {
    currentStatus: status,
    reason: "already_archived",
  });
}

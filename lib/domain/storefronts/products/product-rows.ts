import type { Db, TransactionSql } from "@/db/client";
import type { products } from "@/db/schema/storefronts";
import { invalidState, notFound } from "@/lib/core/errors";
import type { ImageStatus } from "@/lib/core/kinds";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";

export type StoredProduct = typeof products.$inferSelect;

/** A product with what has become of its picture, and whether it is on sale. */
export type ProductRow = StoredProduct & { imageStatus: ImageStatus | null; onSale: boolean };

type Owner = { readonly merchantId: string; readonly mode: Mode };

/** The columns of products `p`; a `where` clause follows. */
export const selectProducts = (db: Db) => db`
  select p.*, i.status as image_status, ${isOnSale(db)} as on_sale
  from storefront_products p
  left join image_references i
    on i.merchant_id = p.merchant_id and i.purpose = 'product' and i.subject = p.id`;

/** Whether a product `p` is on sale: it is active, and so is the plan of a subscription. */
export const isOnSale = (db: Db) => db`(
  p.is_active and (p.plan_id is null or coalesce((
    select l.active from subscription_plans l where l.id = p.plan_id
  ), false)))`;

/**
 * One of the merchant's products.
 * @throws Refusal `not_found`
 */
export async function findProduct(db: Db, owner: Owner, id: string): Promise<ProductRow> {
  const [row] = await db<ProductRow[]>`
    ${selectProducts(db)} where ${ownedBy(db, owner, "p")} and p.id = ${id}`;
  if (!row) throw notFound("product");
  return row;
}

/**
 * Locks one of the merchant's products, one that is archived only where asked.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `already_archived`
 */
export async function lockProduct(
  tx: TransactionSql,
  owner: Owner,
  id: string,
  { isArchivedToo = false } = {},
): Promise<StoredProduct> {
  const [row] = await tx<StoredProduct[]>`
    select * from storefront_products where id = ${id} and ${ownedBy(tx, owner)}
    for no key update`;
  if (!row) throw notFound("product");
  if (row.archivedAt === null || isArchivedToo) return row;
  throw invalidState("The product is archived.", {
    currentStatus: "archived",
    reason: "already_archived",
  });
}

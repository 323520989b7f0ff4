import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { Context } from "@/lib/domain/platform/context";

/**
 * Puts the pieces of orders back on sale whose sessions are closed and cannot be paid any more, in the transaction that
 * finds so. Products are locked in the order of their ids.
 */
export async function releaseOrders(
  _: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  sessions: readonly { id: string }[],
): Promise<void> {
  const ids = sessions.map(({ id }) => id);
  await tx`
    update storefront_orders set closed_at = clock_now()
    where id = any (${ids}) and paid_at is null and closed_at is null`;
  const released = await tx<{ productId: string | null; quantity: number }[]>`
    update storefront_orders set stock_state = 'released'
    where id = any (${ids}) and stock_state = 'reserved'
    returning product_id, quantity`;
  const products = [...new Set(released.flatMap(({ productId }) => productId ?? []))];
  if (products.length === 0) return;
  await tx`
    select from storefront_products where id = any (${products}) order by id for no key update`;
  await tx`
    update storefront_products p set reserved = greatest(p.reserved - r.quantity, 0)
    from (
      select "productId", sum(quantity)::int as quantity
      from json_to_recordset(${asRows(released)}::text::json) as o("productId" text, quantity int)
      group by 1
    ) r
    where p.id = r."productId"`;
}

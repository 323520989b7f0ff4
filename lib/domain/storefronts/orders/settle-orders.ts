import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { orders } from "@/db/schema/storefront-orders";
import type { ConfirmedSession, Context } from "@/lib/domain/platform/context";
import type { StoredProduct } from "@/lib/domain/storefronts/products/product-rows";
import { type Stock, takePieces } from "./count-stock";
import { tellSoldOut } from "./storefront-mails";

type Order = Pick<
  typeof orders.$inferSelect,
  "id" | "productId" | "linkId" | "quantity" | "stockState"
>;
type CountedProduct = Pick<
  StoredProduct,
  "id" | "merchantId" | "mode" | "name" | "stock" | "reserved" | "oversold"
>;

const sellers = ["storefront", "payment_link"];

/**
 * Takes the pieces of orders that are paid, and counts their payment links, in the transaction that confirms their
 * sessions, whose rows the caller has locked. Products and links are locked in the order of their ids.
 */
export async function settleOrders(
  _: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  sessions: readonly ConfirmedSession[],
): Promise<void> {
  const ids = sessions.filter((one) => sellers.includes(one.createdVia)).map(({ id }) => id);
  if (ids.length === 0) return;
  const paid = await tx<Order[]>`
    select id, product_id, link_id, quantity, stock_state from storefront_orders
    where id = any (${ids}) and paid_at is null order by id`;
  await takeStock(tx, paid);
  await countLinks(tx, paid);
}

async function takeStock(tx: TransactionSql, paid: readonly Order[]): Promise<void> {
  const productIds = paid.flatMap(({ productId }) => productId ?? []);
  const products = await tx<CountedProduct[]>`
    select id, merchant_id, mode, name, stock, reserved, oversold from storefront_products
    where id = any (${productIds}) order by id for no key update`;
  const counts = new Map<string, Stock>(products.map((product) => [product.id, product]));
  const settled = paid.map((order) => {
    const { id, productId } = order;
    const before = counts.get(productId ?? "");
    if (!productId || !before) return { id, state: order.stockState };
    const { stock, state } = takePieces(before, order);
    counts.set(productId, stock);
    return { id, state };
  });
  await tx`
    update storefront_orders o set paid_at = clock_now(), closed_at = null, stock_state = s.state
    from json_to_recordset(${asRows(settled)}::text::json) as s(id text, state text)
    where o.id = s.id`;
  await writeCounts(tx, counts);
  await tellSoldOut(
    tx,
    products.filter(({ id, stock }) => stock !== null && stock > 0 && counts.get(id)?.stock === 0),
  );
}

async function writeCounts(tx: TransactionSql, counts: ReadonlyMap<string, Stock>): Promise<void> {
  if (counts.size === 0) return;
  const rows = [...counts].map(([id, { stock, reserved, oversold }]) => ({
    ...{ id, stock, reserved, oversold },
  }));
  await tx`
    update storefront_products p
    set stock = c.stock, reserved = c.reserved, oversold = c.oversold
    from json_to_recordset(${asRows(rows)}::text::json)
      as c(id text, stock int, reserved int, oversold int)
    where p.id = c.id`;
}

async function countLinks(tx: TransactionSql, paid: readonly Order[]): Promise<void> {
  const links = paid.flatMap(({ linkId }) => linkId ?? []);
  for (const id of [...new Set(links)].sort()) {
    const times = links.filter((link) => link === id).length;
    await tx`update payment_links set times_paid = times_paid + ${times}::int where id = ${id}`;
  }
}

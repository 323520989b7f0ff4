import { asRows } from "@/db/as-rows";
import { type Db, type TransactionSql, transaction } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import { invalidState, Refusal } from "@/lib/core/errors";
import { insertSessions } from "@/lib/domain/payments/sessions/insert-sessions";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import { viewInserted } from "@/lib/domain/payments/sessions/view-inserted";
import { findLeft, giveBack, reserveStock } from "./reserve-stock";
import type { Sale } from "./sale";

/**
 * Opens checkouts, those that are asked for at the same time in one transaction: pieces are reserved, sessions inserted
 * with their events, and orders written, or none of it.
 * @returns in their order: the session, or why there is none; `out_of_stock` is `session_invalid_state`
 */
export async function openSales(
  db: Db,
  sales: readonly Sale[],
): Promise<(SessionView | Refusal)[]> {
  if (sales.length === 0) return [];
  return transaction(db, async (tx) => {
    const admitted = await reserveStock(tx, sales);
    const opened = await insertAll(
      tx,
      sales.filter((sale) => admitted.has(sale)),
    );
    const left = await findLeft(
      tx,
      sales.filter((sale) => !admitted.has(sale)),
    );
    return sales.map((sale) => opened.get(sale) ?? outOfStock(left.get(sale)));
  });
}

async function insertAll(
  tx: TransactionSql,
  sales: readonly Sale[],
): Promise<ReadonlyMap<Sale, SessionView | Refusal>> {
  const rows = await insertSessions(
    tx,
    sales.map(({ session }) => session),
  );
  const opened = new Map(
    sales.map((sale, at) => [sale, viewInserted(sale.viewer, sale.session, rows[at])] as const),
  );
  const isRefused = (sale: Sale) => opened.get(sale) instanceof Refusal;
  await giveBack(tx, sales.filter(isRefused));
  await insertOrders(
    tx,
    sales.filter((sale) => !isRefused(sale)),
  );
  return opened;
}

async function insertOrders(tx: TransactionSql, sales: readonly Sale[]): Promise<void> {
  if (sales.length === 0) return;
  const orders = sales.map(({ owner, session, item, terms }) => ({
    id: session.created.id,
    merchantId: owner.merchantId,
    mode: owner.mode,
    productId: item.productId,
    storefrontId: terms.storefrontId,
    linkId: terms.linkId,
    name: item.name,
    quantity: item.quantity,
    unitPrice: digits(item.unitPrice),
    currency: item.currency,
    customerEmail: terms.customerEmail,
    stockState: item.isCounted ? "reserved" : "uncounted",
  }));
  await tx`
    insert into storefront_orders (id, merchant_id, mode, product_id, storefront_id, link_id, name,
      quantity, unit_price, currency, customer_email, stock_state)
    select id, "merchantId", mode, "productId", "storefrontId", "linkId", name, quantity, "unitPrice",
      currency, "customerEmail", "stockState"
    from json_to_recordset(${asRows(orders)}::text::json) as o(id text, "merchantId" text, mode text,
      "productId" text, "storefrontId" text, "linkId" text, name text, quantity smallint,
      "unitPrice" numeric, currency text, "customerEmail" text, "stockState" text)`;
}

/** The refusal `session_invalid_state` with `out_of_stock`, and how many pieces are left. */
export function outOfStock(available = 0): Refusal {
  return invalidState("Not enough pieces are left.", { reason: "out_of_stock", available });
}

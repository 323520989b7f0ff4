import type { z } from "zod";
import type { orders } from "@/db/schema/storefront-orders";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  listOrders as declaration,
  order,
} from "@/lib/contract/storefronts/storefront-orders";
import { paidStatuses, type SessionStatus } from "@/lib/core/states";
import { expireDueOf } from "@/lib/domain/payments/sessions/find-session";
import { type SessionRow, selectSessions } from "@/lib/domain/payments/sessions/session-rows";
import { type SessionView, viewSession } from "@/lib/domain/payments/sessions/view";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";

type OrderRow = typeof orders.$inferSelect & { status: SessionStatus; amountRefunded: bigint };
type OrderView = z.output<typeof order>;

/**
 * Lists the merchant's orders, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listOrders(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<OrderView>> {
  const { db, actor } = ctx;
  const { productId, linkId } = input;
  await expireDueOf(ctx);
  const listed = db<OrderRow[]>`
    select o.*, s.status, s.amount_refunded
    from storefront_orders o join payment_sessions s on s.id = o.id
    where ${ownedBy(db, actor, "o")} and ${inPage(db, "o", input)}
      ${productId === undefined ? db`` : db`and o.product_id = ${productId}`}
      ${linkId === undefined ? db`` : db`and o.link_id = ${linkId}`}`;
  const rows = await newestFirst(db, "o", listed, input);
  const unpaid = await readUnpaid(ctx, rows);
  return toPage(rows, input, "/v1/storefront/orders", (row) => viewOrder(row, unpaid.get(row.id)));
}

/** The payment sessions of the orders that are not paid, by id. */
async function readUnpaid(
  ctx: Context<MerchantActor>,
  rows: readonly OrderRow[],
): Promise<ReadonlyMap<string, SessionView>> {
  const ids = rows.flatMap(({ id, status }) => (paidStatuses.includes(status) ? [] : [id]));
  if (ids.length === 0) return new Map();
  const sessions = await ctx.db<SessionRow[]>`
    ${selectSessions(ctx.db)} where ${ownedBy(ctx.db, ctx.actor, "s")} and s.id = any (${ids})`;
  return new Map(sessions.map((session) => [session.id, viewSession(ctx, session)]));
}

const viewOrder = (
  { stockState, ...row }: OrderRow,
  unpaid: SessionView | undefined,
): OrderView => ({
  ...row,
  object: "storefront_order",
  payment: unpaid?.payment ?? null,
  hold: unpaid?.hold,
  stock: stockState,
});

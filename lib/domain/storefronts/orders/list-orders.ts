import type { z } from "zod";
import type { orders } from "@/db/schema/storefront-orders";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  listOrders as declaration,
  order,
} from "@/lib/contract/storefronts/storefront-orders";
import type { SessionStatus } from "@/lib/core/states";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";

type OrderRow = typeof orders.$inferSelect & { status: SessionStatus };
type OrderView = z.output<typeof order>;

/**
 * Lists the merchant's orders, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listOrders(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<OrderView>> {
  const { productId, linkId } = input;
  const listed = db<OrderRow[]>`
    select o.*, s.status
    from storefront_orders o join payment_sessions s on s.id = o.id
    where ${ownedBy(db, actor, "o")} and ${inPage(db, "o", input)}
      ${productId === undefined ? db`` : db`and o.product_id = ${productId}`}
      ${linkId === undefined ? db`` : db`and o.link_id = ${linkId}`}`;
  const rows = await newestFirst(db, "o", listed, input);
  return toPage(rows, input, "/v1/storefront/orders", viewOrder);
}

const viewOrder = ({ stockState, ...row }: OrderRow): OrderView => ({
  ...row,
  object: "storefront_order",
  stock: stockState,
});

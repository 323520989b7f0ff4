import { type Db, type TransactionSql, transaction } from "@/db/client";
import { releaseUnlessExecutable } from "@/lib/domain/payments/sessions/release-sessions";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { ConfirmedSession, Context, OperatorActor } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { settleOrders } from "./settle-orders";
import { findStuckOrders, type StuckOrder } from "./stuck-orders";

/** A product whose count of reserved pieces is not what its orders have reserved. */
export interface Miscount {
  readonly id: string;
  readonly reserved: number;
  readonly ordered: number;
}

/** What is wrong with reservations. */
export interface ReservationFaults {
  readonly stuck: readonly StuckOrder[];
  readonly miscounted: readonly Miscount[];
}

/** Looks for reservations whose session is over, and for products that count them wrongly. Changes nothing. */
export async function findReservationFaults(db: Db): Promise<ReservationFaults> {
  const stuck = await findStuckOrders(db);
  const miscounted = await db<Miscount[]>`
    select p.id, p.reserved, coalesce(o.ordered, 0)::int as ordered
    from storefront_products p left join (
      select product_id, sum(quantity) as ordered from storefront_orders
      where stock_state = 'reserved' group by product_id
    ) o on o.product_id = p.id
    where p.reserved <> coalesce(o.ordered, 0)
    order by p.id limit 1000`;
  return { stuck, miscounted };
}

/**
 * Repairs what `findReservationFaults` finds, each in a transaction of its own: pieces are taken or let go as the sessions
 * say, and a product counts what its orders have reserved. What a payer can still be charged for stays reserved.
 */
export async function repairReservations(ctx: Context<OperatorActor>): Promise<ReservationFaults> {
  const faults = await findReservationFaults(ctx.db);
  for (const { id } of faults.stuck)
    await transaction(ctx.db, (tx) => settleOrRelease(ctx, tx, id));
  const { miscounted } = await findReservationFaults(ctx.db);
  for (const { id } of miscounted) await transaction(ctx.db, (tx) => recount(ctx, tx, id));
  return findReservationFaults(ctx.db);
}

async function settleOrRelease(
  ctx: Context<OperatorActor>,
  tx: TransactionSql,
  id: string,
): Promise<void> {
  const [session] = await tx<(ConfirmedSession & { isPaid: boolean })[]>`
    select id, invoice_id, created_via, confirmed_at is not null as is_paid
    from payment_sessions where id = ${id} for no key update`;
  if (session?.isPaid) await settleOrders(ctx, tx, [session]);
  else await releaseUnlessExecutable(ctx, tx, id);
}

/** Under the product's lock no other transaction reserves, takes or lets go of its pieces. */
async function recount(ctx: Context<OperatorActor>, tx: TransactionSql, id: string): Promise<void> {
  const [found] = await tx<(Owner & { reserved: number })[]>`
    select merchant_id, mode, reserved from storefront_products where id = ${id} for no key update`;
  const [after] = await tx<{ reserved: number }[]>`
    update storefront_products set reserved = coalesce((
      select sum(quantity) from storefront_orders
      where product_id = ${id} and stock_state = 'reserved'
    ), 0)
    where id = ${id} returning reserved`;
  if (!found || !after || found.reserved === after.reserved) return;
  const { merchantId, mode, reserved } = found;
  await recordAudit(ctx, tx, {
    action: "product.recount_reservations",
    subject: { type: "product", id },
    owner: { merchantId, mode },
    before: { reserved },
    after,
  });
}

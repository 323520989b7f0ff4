import { type TransactionSql, transaction } from "@/db/client";
import { invalidRequest, notFound } from "@/lib/core/errors";
import type { SessionOwner } from "@/lib/domain/payments/sessions/choose-terms";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { createPlan } from "@/lib/domain/subscriptions/plans/create-plan";
import { renamePlan } from "@/lib/domain/subscriptions/plans/rename-plan";
import type { StoredProduct } from "./product-rows";

/** What the contract for subscriptions can hold of one amount. */
const MOST_PER_PERIOD = 2n ** 96n - 1n;

/**
 * The plan of a subscription product for some pieces: one subscription, whose amount is the price of all. It is made when
 * it is first asked for.
 * @throws Refusal `invalid_request` with `amount_too_large`
 * @throws Refusal as `createPlan`
 */
export async function planForQuantity(
  ctx: Context,
  product: StoredProduct,
  quantity: number,
): Promise<string> {
  if (quantity === 1 && product.planId !== null) return product.planId;
  const known = await findPlanFor(ctx.db, product.id, quantity);
  if (known) return known;
  return transaction(ctx.db, async (tx) => {
    // A request that changes the product, or makes the same plan, waits for this one, or this one for it.
    const [current] = await tx<StoredProduct[]>`
      select * from storefront_products where id = ${product.id} and ${ownedBy(tx, product)}
      for no key update`;
    if (!current?.isActive) throw notFound("product");
    const made = await findPlanFor(tx, product.id, quantity);
    return made ?? makePlanFor({ ...ctx, db: tx, actor: product }, tx, current, quantity);
  });
}

async function findPlanFor(
  db: Context["db"],
  productId: string,
  quantity: number,
): Promise<string | null> {
  const [row] = await db<{ planId: string }[]>`
    select q.plan_id from storefront_product_plans q join subscription_plans l on l.id = q.plan_id
    where q.product_id = ${productId} and q.quantity = ${quantity} and l.active`;
  return row?.planId ?? null;
}

async function makePlanFor(
  ctx: Omit<Context, "actor"> & SessionOwner,
  tx: TransactionSql,
  { id: productId, name, price, currency, interval, intervalCount }: StoredProduct,
  quantity: number,
): Promise<string> {
  const amount = price * BigInt(quantity);
  if (amount > MOST_PER_PERIOD) {
    throw invalidRequest("quantity", "That is more than a subscription can charge.", {
      reason: "amount_too_large",
    });
  }
  if (interval === null || intervalCount === null)
    throw new Error("a subscription has an interval");
  const named = nameFor(name, quantity);
  const { id } = await createPlan(ctx, { name: named, amount, currency, interval, intervalCount });
  await tx`
    insert into storefront_product_plans (product_id, quantity, plan_id)
    values (${productId}, ${quantity}, ${id})
    on conflict (product_id, quantity) do update set plan_id = excluded.plan_id`;
  return id;
}

/** The name of a product's plan for some pieces. */
const nameFor = (name: string, quantity: number): string =>
  // Half of a character would be stored as another one.
  `${name.slice(0, 100).replace(/\p{Cs}$/u, "")} × ${quantity}`;

/** Gives the plans of a product for several pieces its new name. */
export async function renameQuantityPlans(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  { id: productId, name }: Pick<StoredProduct, "id" | "name">,
): Promise<void> {
  const plans = await tx<{ id: string; quantity: number; description: string | null }[]>`
    select l.id, q.quantity, l.description
    from storefront_product_plans q join subscription_plans l on l.id = q.plan_id
    where q.product_id = ${productId}`;
  for (const { quantity, ...plan } of plans) {
    await renamePlan(ctx, tx, { ...plan, name: nameFor(name, quantity) });
  }
}

/** Ends the plans of a product for several pieces: its terms are others, or it is archived. */
export async function endQuantityPlans(tx: TransactionSql, productId: string): Promise<void> {
  await tx`
    update subscription_plans l set active = false, archived_at = clock_now()
    from storefront_product_plans q
    where q.product_id = ${productId} and l.id = q.plan_id and l.active`;
  await tx`delete from storefront_product_plans where product_id = ${productId}`;
}

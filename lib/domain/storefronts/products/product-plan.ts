import type { TransactionSql } from "@/db/client";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { archivePlan } from "@/lib/domain/subscriptions/plans/archive-plan";
import { createPlan } from "@/lib/domain/subscriptions/plans/create-plan";
import { findPlan } from "@/lib/domain/subscriptions/plans/plan-rows";
import { renamePlan } from "@/lib/domain/subscriptions/plans/rename-plan";
import type { StoredProduct } from "./product-rows";
import { endQuantityPlans, renameQuantityPlans } from "./quantity-plans";

type Terms = Pick<
  StoredProduct,
  "name" | "description" | "price" | "currency" | "interval" | "intervalCount"
>;
type StoredTerms = Terms & Pick<StoredProduct, "id" | "planId">;

/**
 * Makes the plan of a subscription product.
 * @returns its id; null for a product that is sold once
 * @throws Refusal as `createPlan`
 */
export async function makePlan(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  { name, description, price, currency, interval, intervalCount }: Terms,
): Promise<string | null> {
  if (interval === null || intervalCount === null) return null;
  const terms = { name, amount: price, currency, interval, intervalCount };
  const plan = await createPlan(
    { ...ctx, db: tx },
    { ...terms, ...(description !== null && { description }) },
  );
  return plan.id;
}

/** Archives a product's plan, unless its merchant has, and those for several pieces. */
export async function endPlan(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  { id, planId }: Pick<StoredProduct, "id" | "planId">,
): Promise<void> {
  if (planId === null) return;
  await endQuantityPlans(tx, id);
  const { active } = await findPlan(tx, ctx.actor, planId);
  if (active) await archivePlan({ ...ctx, db: tx }, { id: planId });
}

/**
 * Has a product's plan follow the product: other terms make another plan. Where its merchant archived the plan,
 * `isActive` alone makes another one, and nothing else puts it back on sale. Another name or description is taken over.
 * @param isOffered `isActive` is asked for, even if it was true
 * @returns the id of the plan that is sold from now on
 * @throws Refusal as `createPlan`
 */
export async function followPlan(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  { before, after, isOffered }: { before: StoredTerms; after: StoredTerms; isOffered: boolean },
): Promise<string | null> {
  const { planId } = before;
  if (planId === null) return null;
  const isSame = (["price", "currency", "interval", "intervalCount"] as const).every(
    (term) => before[term] === after[term],
  );
  const { active } = await findPlan(tx, ctx.actor, planId);
  if (active ? !isSame : isOffered) {
    await endPlan(ctx, tx, before);
    return makePlan(ctx, tx, after);
  }
  const { name, description } = after;
  if (name !== before.name || description !== before.description) {
    await renameQuantityPlans(ctx, tx, after);
    await renamePlan(ctx, tx, { id: planId, name, description });
  }
  return planId;
}

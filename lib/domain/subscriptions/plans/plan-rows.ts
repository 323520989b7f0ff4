import type { Db } from "@/db/client";
import type { subscriptionPlans } from "@/db/schema/subscription-plans";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** A plan with its merchant's id in the registry of its deployment. */
export type PlanRow = typeof subscriptionPlans.$inferSelect & { chainMerchantId: bigint };

/** The columns and joins of a plan's view; a `where` clause follows, on `p`. */
export function selectPlans(db: Db) {
  return db`
    select p.*, r.chain_merchant_id
    from subscription_plans p
    join merchant_registrations r
      on r.deployment_id = p.deployment_id and r.merchant_id = p.merchant_id and r.mode = p.mode`;
}

/**
 * One of the merchant's plans.
 * @throws Refusal `not_found`
 */
export async function findPlan(
  db: Db,
  owner: { merchantId: string; mode: Mode },
  id: string,
): Promise<PlanRow> {
  const [row] = await db<PlanRow[]>`
    ${selectPlans(db)} where p.id = ${id} and ${ownedBy(db, owner, "p")}`;
  if (!row) throw notFound("subscription plan");
  return row;
}

/**
 * A plan, for anyone with its link.
 * @throws Refusal `not_found`
 */
export async function findPublicPlan(db: Db, id: string): Promise<PlanRow> {
  const [row] = await db<PlanRow[]>`${selectPlans(db)} where p.id = ${id}`;
  if (!row) throw notFound("subscription plan");
  return row;
}

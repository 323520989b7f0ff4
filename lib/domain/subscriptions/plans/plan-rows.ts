import type { Db } from "@/db/client";
import type { subscriptionPlans } from "@/db/schema/subscription-plans";
import { notFound } from "@/lib/core/errors";
import type { MerchantStatus } from "@/lib/core/merchants/merchant-states";
import type { Mode } from "@/lib/core/modes";
import { openingStatus } from "@/lib/domain/platform/deployments/takes-new";
import { ownedBy } from "@/lib/domain/platform/owned-by";

/** A plan with its merchant's id in the registry of its deployment, and the status that counts for its new subscribers. */
export type PlanRow = typeof subscriptionPlans.$inferSelect & {
  chainMerchantId: bigint;
  merchantStatus: MerchantStatus;
  accountStatus: MerchantStatus;
};

/** The columns and joins of a plan's view; a `where` clause follows, on `p`. */
export function selectPlans(db: Db) {
  return db`
    select p.*, r.chain_merchant_id, ${openingStatus(db)} as merchant_status,
      m.status as account_status
    from subscription_plans p
    join merchants m on m.id = p.merchant_id
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

import * as customers from "@/lib/contract/payments/customers";
import * as subscriptionPlans from "@/lib/contract/subscriptions/subscription-plans";
import { getCustomer } from "@/lib/domain/payments/customers/get-customer";
import { getPlan } from "@/lib/domain/subscriptions/plans/get-plan";
import { readObject } from "@/lib/server/pages/dashboard-data";
import type { DashboardVisit } from "@/lib/server/pages/dashboard-page";

/** An object that names what it belongs to. */
interface OwnedObject {
  readonly customerId: string | null;
  readonly planId?: string | null;
}

/**
 * Reads the customer and the plan that an object of a page belongs to, by whose names the page shows them: without that
 * the browser would ask for each.
 * @param owned what the page shows; null where it was not read
 */
export async function readNamedObjects(
  visit: DashboardVisit,
  owned: OwnedObject | null | undefined,
) {
  const { customerId = null, planId = null } = owned ?? {};
  const [Customer, Plan] = await Promise.all([
    customerId && readObject(visit, customers.getCustomer, getCustomer, customerId),
    planId && readObject(visit, subscriptionPlans.getPlan, getPlan, planId),
  ]);
  return { Customer: Customer || null, Plan: Plan || null };
}

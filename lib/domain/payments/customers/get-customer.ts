import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findCustomer } from "./customer-rows";
import { type CustomerView, viewCustomer } from "./view";

/**
 * Retrieves one of the merchant's customers.
 * @throws Refusal `not_found`
 */
export async function getCustomer(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<CustomerView> {
  return viewCustomer(await findCustomer(db, actor, id));
}

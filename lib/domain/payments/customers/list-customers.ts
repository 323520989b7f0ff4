import type { InputOf } from "@/lib/contract/endpoint";
import type { listCustomers as declaration } from "@/lib/contract/payments/customers";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import type { CustomerRow } from "./customer-rows";
import { type CustomerView, viewCustomer } from "./view";

/**
 * Lists the merchant's customers, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listCustomers(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<CustomerView>> {
  const { externalRef } = input;
  const listed = db<CustomerRow[]>`
    select c.* from customers c
    where ${ownedBy(db, actor, "c")}
      and ${inPage(db, "c", input)}
      ${externalRef === undefined ? db`` : db`and c.external_ref = ${externalRef}`}`;
  const rows = await newestFirst(db, "c", listed, input);
  return toPage(rows, input, "/v1/customers", viewCustomer);
}

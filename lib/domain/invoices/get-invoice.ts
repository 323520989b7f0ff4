import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findInvoice } from "./find-invoice";
import { type InvoiceView, viewInvoice } from "./view";

/**
 * One of the merchant's invoices.
 * @throws Refusal `not_found`
 */
export async function getInvoice(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<InvoiceView> {
  return viewInvoice(ctx, await findInvoice(ctx, id));
}

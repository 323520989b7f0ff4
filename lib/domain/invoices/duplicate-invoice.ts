import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findInvoice } from "./find-invoice";
import { insertInvoice } from "./insert-invoice";
import { namedChain } from "./opening-terms";
import type { InvoiceView } from "./view";

/**
 * Makes a new draft of what an invoice says, due as many days from now as that was. It names the chain that the invoice's
 * creation named, while its mode still has that.
 * @throws Refusal `not_found`
 * @throws Refusal as `insertInvoice`
 */
export async function duplicateInvoice(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<InvoiceView> {
  const row = await findInvoice(ctx, id);
  const { currency, dueInDays, lines, rounding } = row;
  const { chainId, isServed } = namedChain(ctx, row);
  return insertInvoice(ctx, {
    currency,
    dueInDays,
    lines,
    rounding,
    chainId: isServed ? chainId : undefined,
    customerName: row.customerName ?? undefined,
    customerEmail: row.customerEmail ?? undefined,
    note: row.note ?? undefined,
    seller: row.seller ?? undefined,
    buyer: row.buyer ?? undefined,
    serviceDate: row.serviceDate ?? undefined,
    buyerReference: row.buyerReference ?? undefined,
  });
}

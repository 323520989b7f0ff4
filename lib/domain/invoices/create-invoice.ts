import type { InputOf } from "@/lib/contract/endpoint";
import type { createInvoice as declaration } from "@/lib/contract/invoices/invoices";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { insertInvoice } from "./insert-invoice";
import { contentOf } from "./invoice-content";
import type { InvoiceView } from "./view";

/**
 * Makes a draft of an invoice. It is not mailed, and it cannot be paid, before it is sent.
 * @throws Refusal as `insertInvoice`
 */
export async function createInvoice(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<InvoiceView> {
  return insertInvoice(ctx, contentOf(input));
}

import type { InputOf } from "@/lib/contract/endpoint";
import type { listInvoices as declaration } from "@/lib/contract/invoices/invoices";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { type InvoiceHead, selectInvoices, withLines } from "./invoice-rows";
import { markDueOf } from "./mark-due-of";
import { type InvoiceView, viewInvoice } from "./view";

/**
 * Lists the merchant's invoices, newest first. Those whose time is up become overdue first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listInvoices(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<InvoiceView>> {
  const { db, actor } = ctx;
  await markDueOf(ctx);
  const listed = db<InvoiceHead[]>`
    ${selectInvoices(db)}
    where ${ownedBy(db, actor, "i")}
      and ${inPage(db, "i", input)}
      ${input.status ? db`and i.status = ${input.status}` : db``}`;
  const rows = await withLines(db, await newestFirst(db, "i", listed, input));
  return toPage(rows, input, "/v1/invoices", (row) => viewInvoice(ctx, row));
}

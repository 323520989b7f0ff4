import { notFound } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { type InvoiceHead, type InvoiceRow, selectInvoices, withLines } from "./invoice-rows";
import { isInvoiceDue } from "./is-invoice-due";
import { markInvoiceOverdue } from "./mark-invoice-overdue";

/**
 * One of the merchant's invoices, which becomes overdue first when its time is up.
 * @throws Refusal `not_found`
 */
export async function findInvoice(ctx: Context<MerchantActor>, id: string): Promise<InvoiceRow> {
  const { db, actor } = ctx;
  const [found] = await db<{ due: boolean }[]>`
    select ${isInvoiceDue(db)} as due from invoices i where i.id = ${id} and ${ownedBy(db, actor, "i")}`;
  if (!found) throw notFound("invoice");
  if (found.due) await markInvoiceOverdue(ctx, id);
  const heads = await db<InvoiceHead[]>`
    ${selectInvoices(db)} where i.id = ${id} and ${ownedBy(db, actor, "i")}`;
  const [row] = await withLines(db, heads);
  if (!row) throw notFound("invoice");
  return row;
}

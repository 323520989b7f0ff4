import { notFound } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";
import { type InvoiceHead, type InvoiceRow, selectInvoices, withLines } from "./invoice-rows";
import { isInvoiceDue } from "./is-invoice-due";
import { markInvoiceOverdue } from "./mark-invoice-overdue";

/**
 * The invoice of a hosted page, which becomes overdue first when its time is up. Anyone with the page's id may see it,
 * once it was sent.
 * @throws Refusal `not_found`
 */
export async function findHostedInvoice(ctx: Context, publicId: string): Promise<InvoiceRow> {
  const { db } = ctx;
  const [found] = await db<{ id: string; due: boolean }[]>`
    select i.id, ${isInvoiceDue(db)} as due from invoices i
    where i.public_id = ${publicId} and i.sent_at is not null`;
  if (!found) throw notFound("invoice");
  if (found.due) await markInvoiceOverdue(ctx, found.id);
  const heads = await db<InvoiceHead[]>`${selectInvoices(db)} where i.id = ${found.id}`;
  const [row] = await withLines(db, heads);
  if (!row) throw notFound("invoice");
  return row;
}

/** Whether there is a page of that id. */
export async function hostedInvoiceExists(
  { db }: Pick<Context, "db">,
  { publicId }: { publicId: string },
): Promise<boolean> {
  const found = await db`
    select from invoices where public_id = ${publicId} and sent_at is not null`;
  return found.length > 0;
}
